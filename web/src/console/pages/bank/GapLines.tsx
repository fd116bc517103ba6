import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../domain/money'
import { Notice } from '../../../ui/Notice'
import type { BankGap } from '../../api/bank'

/** Where statements do not follow each other. Their payments count all the same. */
export function GapLines({ gaps }: { gaps: readonly BankGap[] }) {
  if (gaps.length === 0) return null
  return (
    <div className="mb-3.5">
      <Notice tone="wait">
        <ul className="grid gap-1">
          {gaps.map((gap) => (
            <li key={`${gap.before}|${gap.after}`}>
              <GapWords gap={gap} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function GapWords({ gap }: { gap: BankGap }) {
  const { i18n } = useLingui()
  const { before, after, missing_from: first, missing_to: last } = gap
  const from = moneyText(gap.closing, i18n.locale)
  const to = moneyText(gap.opening, i18n.locale)
  // The entries of the missing statements add up to nothing, or there are none.
  if (first !== undefined && last !== undefined && gap.closing.amount === gap.opening.amount) {
    return first === last ? (
      <Trans>Statement {first} is missing. The balances before and after it agree.</Trans>
    ) : (
      <Trans>
        Statements {first} to {last} are missing. The balances before and after them agree.
      </Trans>
    )
  }
  if (gap.is_overlap) {
    return (
      <Trans>
        Statements {before} and {after} overlap: the balance jumps from {from} to {to}.
      </Trans>
    )
  }
  if (first === undefined || last === undefined) {
    return (
      <Trans>
        A statement between {before} and {after} is missing: the balance jumps from {from} to {to}.
      </Trans>
    )
  }
  if (first === last) {
    return (
      <Trans>
        Statement {first} is missing: the balance jumps from {from} to {to}.
      </Trans>
    )
  }
  return (
    <Trans>
      Statements {first} to {last} are missing: the balance jumps from {from} to {to}.
    </Trans>
  )
}
