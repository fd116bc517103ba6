import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { exchangeDraft } from '../features/exchange/draft'
import { STEP_PATH, stepPage } from '../features/exchange/flow'
import { StepFrame } from '../features/exchange/StepFrame'
import { useDraft } from '../domain/draft'
import { STEP_PROGRESS, stepsHere, type VerifyPlace } from '../domain/verification'
import { lazyLater } from '../i18n/lazyLater'
import { buttonClass } from '../ui/Button'
import { SkeletonRows } from '../ui/Skeleton'
import { sandboxMailbox } from './contact/ContactPage'

const VerifySteps = lazyLater(async () => ({ default: (await import('../features/people/VerifySteps')).VerifySteps }))

/** The verification that an exchange requires: all steps in sequence, or those of `place` first. */
export function VerifyFlow({ place }: { place?: VerifyPlace | undefined }) {
  const navigate = useNavigate()
  const { quote } = useDraft(exchangeDraft)
  const demanded = quote?.quote.requirements ?? []
  const steps = stepsHere(place, demanded)
  // Shows the next page's progress until that page is shown.
  const first = steps[0] ?? demanded[0]
  const done = async (step: (typeof demanded)[number]) => {
    const rest = demanded.filter((one) => one !== step)
    if (rest.length > 0 && quote) {
      exchangeDraft.set((now) => ({ ...now, quote: { ...quote, quote: { ...quote.quote, requirements: rest } } }))
      if (stepsHere(place, rest).length > 0) return
      // The remaining steps are on the page with all steps.
      return navigate({ to: '/exchange/personal-info', replace: true })
    }
    // Before the navigation: the next quote shows that nothing else is required.
    exchangeDraft.set(({ quote: _demanding, ...now }) => now)
    await navigate({ to: STEP_PATH.confirm, replace: true })
  }
  return (
    <StepFrame
      step="start"
      {...(first ? { percent: STEP_PROGRESS[first] } : {})}
      title={<Trans>Before this exchange</Trans>}
      onBack={() => void navigate(stepPage('start', exchangeDraft.get()))}
    >
      <Suspense fallback={<SkeletonRows count={3} />}>
        <VerifySteps
          steps={steps}
          by={place?.by}
          forbidden={place?.forbidden}
          mailbox={sandboxMailbox}
          support={
            <Link to="/support" className={buttonClass('quiet')}>
              <Trans>Contact support</Trans>
            </Link>
          }
          onDone={(step) => void done(step)}
          onForbidden={() => void navigate({ to: '/forbidden' })}
        />
      </Suspense>
    </StepFrame>
  )
}
