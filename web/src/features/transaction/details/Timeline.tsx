import { useLingui } from '@lingui/react/macro'
import { Check, Minus, X } from 'lucide-react'
import type { TimelineStep, Transaction } from '../../../api/exchangeTypes'
import { timeText } from '../../../i18n/format'
import { Breakable } from '../../../ui/Breakable'
import { useStepWords } from './timelineWords'
import './timeline.css'

/** The past, current and future steps of the order; the page's only live region. */
export function Timeline({ transaction }: { transaction: Transaction }) {
  const words = useStepWords(transaction)
  const { i18n, t } = useLingui()
  return (
    <ol className="timeline" aria-label={t`Progress of the order`} aria-live="polite">
      {transaction.steps.map((step, index) => {
        const { title, detail } = words(step)
        return (
          // The steps of an order are fixed, but a kind may occur twice (two payouts), so the key includes the
          // position.
          <li
            key={`${step.kind}-${index.toString()}`}
            data-state={step.state}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <Mark state={step.state} />
            <div className="min-w-0">
              <b>{title}</b>
              {detail ? <Detail text={detail} /> : null}
            </div>
            {step.at ? (
              <time className="text-[13px] text-muted" dateTime={step.at}>
                {timeText(step.at, i18n.locale)}
              </time>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

function Detail({ text }: { text: string }) {
  return (
    <span className="block break-words text-[13px] text-muted">
      <Breakable text={text} />
    </span>
  )
}

function Mark({ state }: { state: TimelineStep['state'] }) {
  const { t } = useLingui()
  const word = { done: t`Done`, now: t`Now`, next: t`Next`, failed: t`Failed`, stopped: t`Ended` }[state]
  return (
    <span className="timeline-mark">
      {state === 'done' ? <Check size={14} aria-hidden="true" /> : null}
      {state === 'failed' ? <X size={14} aria-hidden="true" /> : null}
      {state === 'stopped' ? <Minus size={14} aria-hidden="true" /> : null}
      <span className="sr-only">{word}</span>
    </span>
  )
}
