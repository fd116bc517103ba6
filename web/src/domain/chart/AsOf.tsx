import { Trans, useLingui } from '@lingui/react/macro'
import { timeText } from '../../i18n/format'
import type { History } from './HistoryPlot'

/** The time of a series that could not be refreshed. */
export function AsOf({ asked: { data, error, dataUpdatedAt } }: { asked: History }) {
  const { i18n } = useLingui()
  if (!data || !error) return null
  const asOf = timeText(new Date(dataUpdatedAt).toISOString(), i18n.locale)
  return (
    <p className="rounded-full bg-wait-soft px-2.5 py-0.5 text-[13px] text-wait">
      <Trans>Prices of {asOf}</Trans>
    </p>
  )
}
