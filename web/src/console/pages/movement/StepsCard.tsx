import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { useStepWords } from '../../parts/stepWords'
import { shortTime } from '../../parts/when'

type Step = Movement['steps'][number]

const DOT: Record<Step['state'], string> = {
  done: 'bg-brand text-on-brand',
  now: 'bg-brand-soft ring-2 ring-brand ring-inset',
  next: 'ring-2 ring-line ring-inset',
  failed: 'bg-bad-soft text-bad',
  stopped: 'bg-sunken text-muted',
}

const MARK: Record<Step['state'], ReactNode> = {
  done: <Check size={14} strokeWidth={3} />,
  now: <span className="size-2 rounded-full bg-brand" />,
  next: null,
  failed: <X size={14} strokeWidth={3} />,
  stopped: <Minus size={14} strokeWidth={3} />,
}

/** The timeline as the customer sees it. */
export function StepsCard({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <Card title={<Trans>What the customer sees</Trans>}>
      <ol>
        {steps.map((step, place) => (
          <StepRow key={place} step={step} isLast={place === steps.length - 1} />
        ))}
      </ol>
    </Card>
  )
}

function StepRow({ step, isLast }: { step: Step; isLast: boolean }) {
  const { t, i18n } = useLingui()
  const words = useStepWords()
  const { confirmations, required } = step.params
  const depth = required ? t`${confirmations ?? '0'} of ${required}` : undefined
  return (
    <li className={`relative flex items-start gap-3 ${isLast ? '' : 'pb-4'}`}>
      {isLast ? null : <span aria-hidden="true" className="absolute top-6.5 bottom-0 left-3 w-0.5 bg-line" />}
      <span aria-hidden="true" className={`grid size-6.5 shrink-0 place-items-center rounded-full ${DOT[step.state]}`}>
        {MARK[step.state]}
      </span>
      <span className={`min-w-0 flex-1 pt-0.5 ${step.state === 'next' ? 'text-muted' : 'font-[580]'}`}>
        {words.kind(step.kind)}
        <span className="sr-only">, {words.state(step.state)}</span>
        {depth ? <span className="block text-[13px] font-normal text-muted">{depth}</span> : null}
      </span>
      {step.at ? (
        <span className="shrink-0 pt-0.5 text-[13px] text-muted">{shortTime(step.at, i18n.locale)}</span>
      ) : null}
    </li>
  )
}
