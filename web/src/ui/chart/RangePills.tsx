import { useLingui } from '@lingui/react/macro'
import { ChoicePills } from './ChoicePills'
import { RANGES, type Range } from './ranges'
import { useRangeNames } from './useRangeNames'

type RangePillsProps = { value: Range; onChange: (range: Range) => void }

/** The selectable ranges of a chart. */
export function RangePills({ value, onChange }: RangePillsProps) {
  const { t } = useLingui()
  const names = useRangeNames()
  const options = RANGES.map((range) => ({ value: range, label: names[range] }))
  return <ChoicePills label={t`How much of the past`} value={value} options={options} onChange={onChange} />
}
