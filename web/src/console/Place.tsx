import { Trans } from '@lingui/react/macro'
import { EmptyState } from '../ui/States'
import type { Me } from './api/queries'
import { ApprovalsPage } from './pages/ApprovalsPage'
import { CustomerPage } from './pages/CustomerPage'
import { CustomersPage } from './pages/CustomersPage'
import { LogPage } from './pages/LogPage'
import { MovementPage } from './pages/MovementPage'
import { MovementsPage } from './pages/MovementsPage'
import { OperatorsPage } from './pages/OperatorsPage'
import { PasskeysPage } from './pages/PasskeysPage'
import { QueuePage } from './pages/QueuePage'
import { WorkPage } from './pages/WorkPage'
import { Go } from './parts/Go'
import { NotForRole } from './parts/NotForRole'
import { reads } from './reach'

/** Renders the page of a path. */
export function Place({ me, place }: { me: Me; place: string }) {
  if (!reads(me, `/${place.split('/')[1] ?? ''}`)) return <NotForRole />
  const customer = /^\/customers\/(usr_[0-9a-f]{32})$/.exec(place)?.[1]
  if (customer) return <CustomerPage key={customer} id={customer} me={me} />
  const movement = /^\/movements\/(ord_[0-9a-f]{32})$/.exec(place)?.[1]
  if (movement) return <MovementPage key={movement} id={movement} me={me} />
  switch (place) {
    case '/':
      return <NoWork />
    case '/work':
      return <WorkPage />
    case '/movements':
      return <MovementsPage me={me} />
    case '/customers':
      return <CustomersPage me={me} />
    case '/verification':
      return <QueuePage />
    case '/approvals':
      return <ApprovalsPage />
    case '/operators':
      return <OperatorsPage me={me} />
    case '/passkeys':
      return <PasskeysPage />
    case '/log':
      return <LogPage />
    default:
      return (
        <EmptyState
          title={<Trans>There is nothing here</Trans>}
          action={
            <Go to="/" className="font-semibold text-brand">
              <Trans>To your work</Trans>
            </Go>
          }
        />
      )
  }
}

/** For a role without any page. Such roles are no longer assigned. */
function NoWork() {
  return (
    <EmptyState title={<Trans>Your role has no page here yet</Trans>}>
      <Trans>Ask an administrator for another role.</Trans>
    </EmptyState>
  )
}
