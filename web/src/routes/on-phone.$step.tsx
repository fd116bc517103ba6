import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { resolved } from '../api/session'
import { Arrival } from '../features/people/phone/Arrival'
import { codeOf, proofOf } from '../features/people/phone/link'
import { laterWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'
import NotFound from '../shell/NotFound'
import { buttonClass } from '../ui/Button'

/** For a phone that scanned a QR code from the customer's other device. */
export const Route = createFileRoute('/on-phone/$step')({
  beforeLoad: async () => void (await resolved()),
  loader: laterWords,
  component: ArrivalPage,
  errorComponent: RouteError,
})

/** Pages that need only the customer. An exchange that required the verification continues on the other device. */
const PAGE = {
  identity: '/profile/personal-details/identity',
  address: '/profile/personal-details/address',
  source_of_funds: '/profile/verification/source-of-funds',
} as const

function ArrivalPage() {
  const navigate = useNavigate()
  const of = proofOf(Route.useParams().step)
  const code = codeOf(`#${useRouterState({ select: ({ location }) => location.hash })}`)
  if (!of) return <NotFound />
  return (
    <EntryShell>
      <Arrival
        key={code}
        of={of}
        code={code}
        // The code is used, so the page must not stay in the history.
        onGoOn={() => void navigate({ href: PAGE[of], replace: true })}
        onBlocked={() => void navigate({ to: '/authentication/blocked', replace: true })}
        profile={
          <Link to="/profile" className={buttonClass('quiet')}>
            <Trans>Profile</Trans>
          </Link>
        }
      />
    </EntryShell>
  )
}
