import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useDraft } from '../../domain/draft'
import { BackButton } from '../../ui/BackButton'
import { Card } from '../../ui/Card'
import { Progress } from '../../ui/Progress'
import { exchangeDraft } from './draft'
import { type ExchangeStepId, stepProgress } from './flow'

type StepFrameProps = {
  step: ExchangeStepId
  /** The progress on a page that is not a step itself. */
  percent?: number
  title: ReactNode
  onBack: () => void
  /** The content has its own surfaces and width. */
  bare?: boolean
  children: ReactNode
}

/** A page of the flow after the first: back button, title, progress bar and one card. */
export function StepFrame({ step, percent, title, onBack, bare = false, children }: StepFrameProps) {
  const { t } = useLingui()
  const { side } = useDraft(exchangeDraft)
  return (
    <div className={bare ? 'w-full' : 'mx-auto w-full max-w-[620px]'}>
      <header className="mb-4 flex min-h-11 items-center gap-3 desk:gap-4">
        <BackButton onClick={onBack} />
        <h1 tabIndex={-1} className="min-w-0 flex-1 break-words max-desk:text-[20px]">
          {title}
        </h1>
      </header>
      <Progress percent={percent ?? stepProgress(step, side)} label={t`Progress of the exchange`} />
      {bare ? children : <Card>{children}</Card>}
    </div>
  )
}
