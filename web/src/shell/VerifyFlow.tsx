import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { exchangeDraft } from '../features/exchange/draft'
import { STEP_PATH, stepPage } from '../features/exchange/flow'
import { StepFrame } from '../features/exchange/StepFrame'
import { useDraft } from '../flow/draft'
import { STEP_PROGRESS, stepsHere, type VerifyPlace } from '../flow/verification'
import { lazyLater } from '../i18n/lazyLater'
import { buttonClass } from '../ui/Button'
import { SkeletonRows } from '../ui/Skeleton'
import { sandboxMailbox } from './ContactPage'

const VerifySteps = lazyLater(async () => ({ default: (await import('../features/people/VerifySteps')).VerifySteps }))

/** What an exchange demands of the person: all of it, one after the other, or what `place` asks for first. */
export function VerifyFlow({ place }: { place?: VerifyPlace | undefined }) {
  const navigate = useNavigate()
  const { quote } = useDraft(exchangeDraft)
  const demanded = quote?.quote.requirements ?? []
  const steps = stepsHere(place, demanded)
  // Until the next page stands, the bar says where it will be.
  const first = steps[0] ?? demanded[0]
  const done = async (step: (typeof demanded)[number]) => {
    const rest = demanded.filter((one) => one !== step)
    if (rest.length > 0 && quote) {
      exchangeDraft.set((now) => ({ ...now, quote: { ...quote, quote: { ...quote.quote, requirements: rest } } }))
      if (stepsHere(place, rest).length > 0) return
      // The rest is asked for where all of it is.
      return navigate({ to: '/exchange/personal-info', replace: true })
    }
    // Before the page that shows it: a new price says that nothing is demanded any more.
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
