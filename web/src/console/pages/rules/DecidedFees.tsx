import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../ui/Notice'
import { Spinner } from '../../../ui/Spinner'
import { decidedFeesQuery, type FeesAsked } from '../../api/rules'
import { problemWords } from '../../parts/Loaded'
import { LINES, OPERATIONS, useFeeCharge } from './feeRuleText'

/** The fees of an order, each with the rule that decides it. */
export function DecidedFees({ asked }: { asked: FeesAsked }) {
  const { t, i18n } = useLingui()
  const charge = useFeeCharge()
  const found = useQuery(decidedFeesQuery(asked))
  if (found.error) return <Notice tone="bad">{problemWords(found.error)}</Notice>
  if (!found.data)
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        <Trans>Looking for the rules…</Trans>
      </p>
    )
  const { operation, fees } = found.data
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{operation ? i18n._(OPERATIONS[operation]) : <Trans>No fees</Trans>}</h3>
      <ul aria-label={t`Fees of this order`} className="divide-y divide-line rounded-m border border-line">
        {fees.map(({ line, rule, fee }) => (
          <li key={line} className="grid gap-0.5 px-4 py-3">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-[580]">{i18n._(LINES[line])}</span>
              <span className="tabular-nums">{charge({ line, fee })}</span>
            </span>
            <span className="text-[13px] text-muted wrap-anywhere">
              {rule ? <Trans>The rule “{rule}” decides.</Trans> : <Trans>No rule: the base fee.</Trans>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
