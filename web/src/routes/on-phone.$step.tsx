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

/** For a phone that has scanned a code of somebody who is signed in elsewhere. */
export const Route = createFileRoute('/on-phone/$step')({
  beforeLoad: async () => void (await resolved()),
  loader: laterWords,
  component: ArrivalPage,
  errorComponent: RouteError,
})

/** Pages that need nothing but the person: an exchange that asked for it stays on the computer. */
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
        // Nobody comes back to a code that was used.
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
