import { Trans, useLingui } from '@lingui/react/macro'
import type { Quote } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { Button } from '../../../ui/Button'

type MovedProps = {
  before: Pick<Quote, 'from_amount' | 'to_amount'>
  quote: Quote
  onAccept: () => void
}

/** The renewed price changed an amount: shows the old and the new one, and asks for consent. */
export function Moved({ before, quote, onAccept }: MovedProps) {
  const { i18n } = useLingui()
  const text = (end: 'from' | 'to', amount: string) =>
    moneyText({ amount, currency: end === 'from' ? quote.from_currency : quote.to_currency }, i18n.locale)
  const end = before.to_amount === quote.to_amount ? 'from' : 'to'
  const was = text(end, before[`${end}_amount`])
  const now = text(end, quote[`${end}_amount`])
  return (
    <section className="grid gap-3 rounded-m bg-wait-soft p-4" role="alert">
      <p>
        {end === 'to' ? (
          <Trans>
            The rate has moved. You now receive <b>{now}</b> instead of {was}.
          </Trans>
        ) : (
          <Trans>
            The rate has moved. You now pay <b>{now}</b> instead of {was}.
          </Trans>
        )}
      </p>
      <Button onClick={onAccept}>
        <Trans>Accept the new price</Trans>
      </Button>
    </section>
  )
}
