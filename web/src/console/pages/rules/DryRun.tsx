import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { amountText, unitText } from '../../../i18n/format'
import { Notice } from '../../../ui/Notice'
import type { RulesPreview } from '../../api/rules'
import { Facts } from '../../parts/Facts'

/** The effect that the draft would have had on the orders of the last 30 days. */
export function DryRun({ run }: { run: RulesPreview['dry_run'] }) {
  const { t, i18n } = useLingui()
  const { refused } = run
  const count = (number: number) => new Intl.NumberFormat(i18n.locale).format(number)
  const euro = (amount: string) => `${amountText(amount, i18n.locale)}\u00a0${unitText('EUR')}`
  const facts = [
    { name: t`Orders looked at`, value: count(run.orders) },
    { name: t`Would be refused`, value: count(refused) },
    { name: t`Of these, by limits of tiers`, value: count(run.refused_by_tier) },
    { name: t`Would wait for more confirmations`, value: count(run.slower) },
    { name: t`Would cost more`, value: count(run.dearer) },
    { name: t`Would cost less`, value: count(run.cheaper) },
    { name: t`Fees before`, value: euro(run.fees_before) },
    { name: t`Fees after`, value: euro(run.fees_after) },
    { name: t`Price guarantee paid before`, value: euro(run.guarantee_before) },
    { name: t`Price guarantee paid after`, value: euro(run.guarantee_after) },
  ]
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">
        <Trans>What this would have done to the last 30 days</Trans>
      </h3>
      {refused > 0 ? (
        <Notice tone="wait">
          <Plural
            value={refused}
            one="# order that was made would be refused."
            other="# orders that were made would be refused."
          />
        </Notice>
      ) : null}
      <Facts facts={facts} />
      <p className="text-[13px] text-muted">
        <Trans>
          At today’s prices, for at most 5,000 orders. Refused orders bring no fees. The price guarantee counts orders
          whose payment was confirmed late, without those that were refunded.
        </Trans>
      </p>
    </section>
  )
}
