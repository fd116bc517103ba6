import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Onboarding } from '../features/people/onboarding/Onboarding'
import { type OnboardingPage, onboardingPlace } from '../features/people/onboarding/steps'
import { laterWords } from '../i18n/load'
import { AppShell } from '../shell/AppShell'
import { RouteError } from '../shell/errors'
import { requirePerson } from '../shell/requirePerson'
import { sandboxMailbox } from '../shell/contact/ContactPage'
import { useDocumentsLinks } from '../shell/contact/documentsLinks'
import { buttonClass } from '../ui/Button'
import { onboardingGuard } from '../shell/guards'

export const Route = createFileRoute('/onboarding/$')({
  // Not below `_app`, because the slides have another frame: with two such routes, the deeper one would match both.
  beforeLoad: async ({ params, context, location }) => {
    await requirePerson(location.href)
    await (await onboardingGuard()).requirePurpose(context.queries, params._splat ?? '')
  },
  loader: laterWords,
  component: OnboardingSteps,
  errorComponent: RouteError,
})

function OnboardingSteps() {
  const { _splat: rest = '' } = Route.useParams()
  const navigate = useNavigate()
  const { support, onForbidden } = useDocumentsLinks()
  const place = onboardingPlace(rest)
  if (!place) return null
  const at = (page: OnboardingPage) => ({ _splat: [place.type, page].filter(Boolean).join('/') })
  return (
    <AppShell>
      <Onboarding
        key={rest}
        place={place}
        link={(page, words, look) => (
          <Link to="/onboarding/$" params={at(page)} className={buttonClass(look)}>
            {words}
          </Link>
        )}
        leave={
          <Link to="/cabinet" className={buttonClass('quiet')}>
            <Trans>Go home</Trans>
          </Link>
        }
        support={support}
        mailbox={sandboxMailbox}
        onDone={() => void navigate({ to: '/onboarding/$', params: at('progress'), replace: true })}
        onForbidden={onForbidden}
      />
    </AppShell>
  )
}
