import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { errorText } from '../../api/problemText'
import { SkeletonRows } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'
import { PhoneContact, type PhoneWay } from './contacts'
import { DetailsForm } from './DetailsForm'
import { HOME, PERSONAL } from './details'
import { userQuery, type VerificationStep } from './queries'
import { StepChecklist } from './StepChecklist'
import { STEP } from './words'

/* Loaded lazily: documents are the last step, and most amounts do not need them. */
const Documents = lazy(() => import('./documents/Documents').then((module) => ({ default: module.Documents })))

type VerifyStepsProps = PhoneWay & {
  steps: readonly VerificationStep[]
  mailbox: (to: string) => ReactNode
  /** Link to support. */
  support: ReactNode
  onDone: (step: VerificationStep) => void
  onForbidden: () => void
}

/** The verification steps of a flow, one after the other, the easiest first. */
export function VerifySteps(props: VerifyStepsProps) {
  const { steps, by, forbidden, mailbox, support, onDone, onForbidden } = props
  const { i18n } = useLingui()
  const user = useQuery(userQuery)
  const [step] = steps
  if (user.isError && !user.data) {
    return <ErrorState onRetry={() => void user.refetch()}>{errorText(user.error)}</ErrorState>
  }
  if (!step || !user.data) return <SkeletonRows count={3} />
  const total = steps.length
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h2>{i18n._(STEP[step])}</h2>
        <p className="text-muted">
          <Trans>This amount requires it. Steps left: {total}.</Trans>
        </p>
        {total > 1 ? <StepChecklist steps={steps} /> : null}
      </div>
      {step === 'phone' ? (
        <PhoneContact by={by} forbidden={forbidden} mailbox={mailbox} onDone={() => onDone(step)} />
      ) : null}
      {step === 'personal_data' || step === 'declared_address' ? (
        <DetailsForm
          key={step}
          user={user.data}
          fields={step === 'personal_data' ? PERSONAL : HOME}
          onSaved={() => onDone(step)}
          onForbidden={onForbidden}
        />
      ) : null}
      {step === 'identity' || step === 'address' || step === 'source_of_funds' ? (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <Documents key={step} of={step} support={support} onVerified={() => onDone(step)} onForbidden={onForbidden} />
        </Suspense>
      ) : null}
    </div>
  )
}
