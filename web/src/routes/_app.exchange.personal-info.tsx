import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { STEP_PATH } from '../features/exchange/flow'
import { StepFrame } from '../features/exchange/StepFrame'
import { VerifySteps } from '../features/people/VerifySteps'
import { laterWords } from '../i18n/load'
import { useDraft } from '../flow/draft'
import { sandboxMailbox } from '../shell/ContactPage'
import { buttonClass } from '../ui/Button'

/** Reachable only while the price that is being confirmed demands something; otherwise back to the exchange's start. */
export const Route = createFileRoute('/_app/exchange/personal-info')({
  loader: laterWords,
  beforeLoad: () => {
    const { attempt, quote } = exchangeDraft.get()
    const demanded = quote?.quote.requirements ?? []
    if (attempt || demanded.length === 0) throw redirect({ to: STEP_PATH.start, replace: true })
  },
  component: PersonalInfoPage,
})

function PersonalInfoPage() {
  const navigate = useNavigate()
  const { quote } = useDraft(exchangeDraft)
  const steps = quote?.quote.requirements ?? []
  const done = async (step: (typeof steps)[number]) => {
    const rest = steps.filter((one) => one !== step)
    if (rest.length > 0 && quote) {
      return exchangeDraft.set((now) => ({
        ...now,
        quote: { ...quote, quote: { ...quote.quote, requirements: rest } },
      }))
    }
    // Before the page that shows it: a new price says that nothing is demanded any more.
    exchangeDraft.set(({ quote: _demanding, ...now }) => now)
    await navigate({ to: STEP_PATH.confirm, replace: true })
  }
  return (
    <StepFrame
      step="start"
      title={<Trans>Before this exchange</Trans>}
      onBack={() => void navigate({ to: STEP_PATH.start })}
    >
      <VerifySteps
        steps={steps}
        mailbox={sandboxMailbox}
        support={
          <Link to="/support" className={buttonClass('quiet')}>
            <Trans>Contact support</Trans>
          </Link>
        }
        onDone={(step) => void done(step)}
        onForbidden={() => void navigate({ to: '/forbidden' })}
      />
    </StepFrame>
  )
}
