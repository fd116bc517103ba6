import { useLingui } from '@lingui/react/macro'
import { Switch } from '../../../ui/Switch'
import type { RuleFee } from '../../api/rules'
import { useFeeText } from './feeText'

type FeeSwitchProps = {
  /** What is switched, for screen readers. */
  name: string
  fee: RuleFee | undefined
  onChange: ((isOn: boolean) => void) | undefined
}

/** One direction of a payway: its fee if it is on, with a switch for who may change it. */
export function FeeSwitch({ name, fee, onChange }: FeeSwitchProps) {
  const { t } = useLingui()
  const feeText = useFeeText()
  const text = fee ? feeText(fee) : t`Off`
  if (!onChange) return text
  return (
    <Switch
      checked={fee !== undefined}
      onChange={onChange}
      label={
        <>
          <span className="sr-only">{name}:</span> <span className="text-left text-text">{text}</span>
        </>
      }
    />
  )
}
