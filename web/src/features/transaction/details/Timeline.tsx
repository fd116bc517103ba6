import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Minus, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { PaywayInfo, TimelineStep, Transaction } from '../../../api/exchangeTypes'
import { estimated } from '../../../domain/estimate'
import { timeText } from '../../../i18n/format'
import { Breakable } from '../../../ui/Breakable'
import { expectedTimes, isLate } from './expected'
import { type StepWords, useStepWords } from './timelineWords'
import './timeline.css'

// Loaded lazily: few prices are made good.
const MadeGood = lazy(() => import('./MadeGood'))

/** The past, current and future steps of the order; the page's only live region. */
type TimelineProps = {
  transaction: Transaction
  /** The network of the payout, for the expected times. */
  network?: PaywayInfo['network'] | undefined
}

export function Timeline({ transaction, network }: TimelineProps) {
  const made = transaction.make_good
  return (
    <>
      <StepLines
        steps={transaction.steps}
        words={useStepWords(transaction)}
        expected={expectedTimes(transaction, network)}
        late={isLate(transaction, network) ? <Trans>Longer than usual. Your money is safe.</Trans> : undefined}
      />
      {made ? (
        <div className="mt-4">
          <Suspense fallback={null}>
            <MadeGood made={made} />
          </Suspense>
        </div>
      ) : null}
    </>
  )
}

type StepLinesProps = {
  steps: readonly TimelineStep[]
  words: (step: TimelineStep) => StepWords
  /** When each step is expected. */
  expected: readonly (string | undefined)[]
  /** The text of the current step if it takes longer than usual. */
  late: ReactNode
}

/** The steps as a list. */
export function StepLines({ steps, words, expected, late }: StepLinesProps) {
  const { t } = useLingui()
  return (
    <ol className="timeline" aria-label={t`Progress of the order`} aria-live="polite">
      {steps.map((step, index) => {
        const { title, detail } = words(step)
        return (
          // The steps of an order are fixed, but a kind may occur twice (two payouts), so the key includes the
          // position.
          <li
            key={`${step.kind}-${index.toString()}`}
            data-state={step.state}
            data-late={(late !== undefined && step.state === 'now') || undefined}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <Mark state={step.state} />
            <div className="min-w-0">
              <b>{title}</b>
              {detail ? <Detail text={detail} /> : null}
              {late && step.state === 'now' ? (
                <span className="block text-[13px] font-[550] text-wait">{late}</span>
              ) : null}
            </div>
            <StepTime step={step} expected={expected[index]} />
          </li>
        )
      })}
    </ol>
  )
}

type StepTimeProps = { step: TimelineStep; expected: string | undefined }

/** When the step was reached, that it is the current one, or when it is expected. */
function StepTime({ step, expected }: StepTimeProps) {
  const { i18n } = useLingui()
  const at = step.at ?? expected
  if (!at)
    return step.state === 'now' ? (
      <span className="text-[13px] text-muted">
        <Trans>now</Trans>
      </span>
    ) : null
  return (
    <time className="text-[13px] whitespace-nowrap text-muted" dateTime={at}>
      {estimated(timeText(at, i18n.locale), step.at === undefined)}
    </time>
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
