import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { compareDecimals } from '../../domain/decimal'
import { moneyText } from '../../domain/money'
import { Card } from '../../ui/Card'
import { Ring } from '../../ui/Ring'
import { limitsQuery, type NextTierInfo, type VerificationStep, verificationsQuery } from './queries'
import { KIND, STEP, STEP_TIME } from './words'

type LevelCardProps = { start: (step: VerificationStep, words: ReactNode) => ReactNode }

/** The way to the next limits: what is done, and the next step with its duration. Hidden without further steps. */
export default function LevelCard({ start }: LevelCardProps) {
  const { i18n } = useLingui()
  const next = useQuery(limitsQuery).data?.next
  const verifications = useQuery(verificationsQuery).data
  const [step] = next?.requirements ?? []
  if (!next || !step || !verifications) return null
  const done = verifications.filter(({ shown }) => shown === 'verified')
  const all = done.length + next.requirements.length
  return (
    <Card>
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-0.5">
          <h2>
            <Reward next={next} />
          </h2>
          <p className="t-cap text-muted">
            <Trans>
              {done.length} of {all} steps done
            </Trans>
          </p>
        </div>
        <Ring part={done.length} whole={all} />
      </div>
      <ul className="mt-3 grid gap-2.5">
        {done.map(({ kind }) => (
          <li key={kind} className="flex items-center gap-3 text-muted">
            <span className="grid size-6 shrink-0 place-items-center rounded-full bg-brand text-on-brand">
              <Check size={14} strokeWidth={3} aria-hidden="true" />
            </span>
            <span>{i18n._(KIND[kind])}</span>
            <span className="sr-only">
              <Trans>done</Trans>
            </span>
          </li>
        ))}
        <li className="flex items-center gap-3">
          <span aria-hidden="true" className="size-6 shrink-0 rounded-full border-2 border-brand bg-brand-soft" />
          <span className="grid min-w-0 flex-1">
            <span className="t-row">{i18n._(STEP[step])}</span>
            <span className="t-cap text-muted">{i18n._(STEP_TIME[step])}</span>
          </span>
          {start(step, <Trans>Start</Trans>)}
        </li>
      </ul>
    </Card>
  )
}

/** The largest limit of the next level in words. */
function Reward({ next: { limits } }: { next: NextTierInfo }) {
  const { i18n } = useLingui()
  const known = limits.flatMap(({ limit, currency }) => (limit ? [{ amount: limit, currency }] : []))
  const [largest] = known.sort((a, b) => compareDecimals(b.amount, a.amount) ?? 0)
  if (!largest || known.length < limits.length) return <Trans>Raise your limits</Trans>
  const limit = moneyText({ ...largest, amount: largest.amount.replace(/\.0+$/, '') }, i18n.locale)
  return <Trans>Raise your limit to {limit}</Trans>
}
