import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'
import { Progress } from '../../ui/Progress'
import { type ExchangeStepId, stepProgress } from './flow'

type StepFrameProps = {
  step: ExchangeStepId
  /** The progress on a page that is not a step itself. */
  percent?: number
  title: ReactNode
  onBack: () => void
  children: ReactNode
}

/** A page of the flow after the first: progress bar, back link and one card. */
export function StepFrame({ step, percent, title, onBack, children }: StepFrameProps) {
  const { t } = useLingui()
  return (
    <div className="mx-auto w-full max-w-[620px]">
      <Progress percent={percent ?? stepProgress(step)} label={t`Progress of the exchange`} />
      <Card>
        <div className="mb-5 flex items-center gap-1">
          <button
            type="button"
            className="-ml-3 grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-text"
            onClick={onBack}
          >
            <ArrowLeft size={20} aria-hidden="true" />
            <span className="sr-only">
              <Trans>Back</Trans>
            </span>
          </button>
          <h1 tabIndex={-1} className="text-[18px]">
            {title}
          </h1>
        </div>
        {children}
      </Card>
    </div>
  )
}
