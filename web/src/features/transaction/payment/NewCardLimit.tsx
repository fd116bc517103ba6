import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { limitsQuery } from '../../../api/limits'
import { moneyText } from '../../../domain/money'

/** What a card pays that the customer has used for some days only; nothing without such a limit. */
export function NewCardLimit() {
  const { i18n } = useLingui()
  const { data } = useQuery(limitsQuery)
  if (!data?.new_card) return null
  const { limit, days } = data.new_card
  const most = moneyText(limit, i18n.locale)
  return (
    <p className="text-[13px] text-muted">
      <Trans>
        A new card can pay up to {most} in its first {days} days.
      </Trans>
    </p>
  )
}
