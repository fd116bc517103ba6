import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { resolved } from '../api/session'
import { Arrival } from '../features/people/phone/Arrival'
import { type Carried, carriedOf, codeOf } from '../features/people/phone/link'
import { laterWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'
import NotFound from '../shell/NotFound'
import { buttonClass } from '../ui/Button'

/** For a device that opened a code from the customer's other device. */
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

const pageOf = (of: Carried, order: string | undefined) =>
  of === 'order' || order ? (order ? `/transaction/exchange/${order}` : '/activity') : PAGE[of]

function ArrivalPage() {
  const navigate = useNavigate()
  const of = carriedOf(Route.useParams().step)
  const code = codeOf(`#${useRouterState({ select: ({ location }) => location.hash })}`)
  if (!of) return <NotFound />
  return (
    <EntryShell>
      <Arrival
        key={code}
        of={of}
        code={code}
        // The code is used, so the page must not stay in the history.
        onGoOn={(order) => void navigate({ href: pageOf(of, order), replace: true })}
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
