import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { EmptyState } from '../ui/States'
import type { Me } from './api/queries'
import { Go } from './parts/Go'
import { NotForRole } from './parts/NotForRole'
import { PageBoundary } from './parts/PageBoundary'
import { PageSkeleton } from './parts/PageSkeleton'
import { reads } from './reach'

const FarmPage = lazy(async () => ({ default: (await import('./pages/FarmPage')).FarmPage }))
const HomePage = lazy(async () => ({ default: (await import('./pages/HomePage')).HomePage }))
const WorkPage = lazy(async () => ({ default: (await import('./pages/WorkPage')).WorkPage }))
const MovementsPage = lazy(async () => ({ default: (await import('./pages/MovementsPage')).MovementsPage }))
const MovementPage = lazy(async () => ({ default: (await import('./pages/MovementPage')).MovementPage }))
const CustomersPage = lazy(async () => ({ default: (await import('./pages/CustomersPage')).CustomersPage }))
const CustomerPage = lazy(async () => ({ default: (await import('./pages/CustomerPage')).CustomerPage }))
const QueuePage = lazy(async () => ({ default: (await import('./pages/QueuePage')).QueuePage }))
const ApprovalsPage = lazy(async () => ({ default: (await import('./pages/ApprovalsPage')).ApprovalsPage }))
const OperatorsPage = lazy(async () => ({ default: (await import('./pages/OperatorsPage')).OperatorsPage }))
const BankPage = lazy(async () => ({ default: (await import('./pages/BankPage')).BankPage }))
const ConnectionsPage = lazy(async () => ({ default: (await import('./pages/ConnectionsPage')).ConnectionsPage }))
const RatesPage = lazy(async () => ({ default: (await import('./pages/RatesPage')).RatesPage }))
const LedgerPage = lazy(async () => ({ default: (await import('./pages/LedgerPage')).LedgerPage }))
const AccountPage = lazy(async () => ({ default: (await import('./pages/AccountPage')).AccountPage }))
const ReferralsPage = lazy(async () => ({ default: (await import('./pages/ReferralsPage')).ReferralsPage }))
const ReferrerPage = lazy(async () => ({ default: (await import('./pages/ReferrerPage')).ReferrerPage }))
const PartnersPage = lazy(async () => ({ default: (await import('./pages/PartnersPage')).PartnersPage }))
const PartnerPage = lazy(async () => ({ default: (await import('./pages/PartnerPage')).PartnerPage }))
const RulesPage = lazy(async () => ({ default: (await import('./pages/RulesPage')).RulesPage }))
const RulesVersionsPage = lazy(async () => ({ default: (await import('./pages/RulesVersionsPage')).RulesVersionsPage }))
const RulesVersionPage = lazy(async () => ({ default: (await import('./pages/RulesVersionPage')).RulesVersionPage }))
const SupportPage = lazy(async () => ({ default: (await import('./pages/SupportPage')).SupportPage }))
const ConversationPage = lazy(async () => ({ default: (await import('./pages/ConversationPage')).ConversationPage }))
const CampaignsPage = lazy(async () => ({ default: (await import('./pages/CampaignsPage')).CampaignsPage }))
const ContentPage = lazy(async () => ({ default: (await import('./pages/ContentPage')).ContentPage }))
const PasskeysPage = lazy(async () => ({ default: (await import('./pages/PasskeysPage')).PasskeysPage }))
const MessagesPage = lazy(async () => ({ default: (await import('./pages/MessagesPage')).MessagesPage }))
const LogPage = lazy(async () => ({ default: (await import('./pages/LogPage')).LogPage }))

/** Renders the page of a path. */
export function Place({ me, place }: { me: Me; place: string }) {
  if (!reads(me, `/${place.split('/')[1] ?? ''}`))
    return (
      <div className="pt-12">
        <NotForRole />
      </div>
    )
  return (
    <PageBoundary key={place}>
      <Suspense fallback={<PageSkeleton />}>
        <PageOf me={me} place={place} />
      </Suspense>
    </PageBoundary>
  )
}

function PageOf({ me, place }: { me: Me; place: string }) {
  const customer = /^\/customers\/(usr_[0-9a-f]{32})$/.exec(place)?.[1]
  if (customer) return <CustomerPage key={customer} id={customer} me={me} />
  const movement = /^\/movements\/(ord_[0-9a-f]{32})$/.exec(place)?.[1]
  if (movement) return <MovementPage key={movement} id={movement} me={me} />
  const account = /^\/ledger\/(acc_[0-9a-f]{16})$/.exec(place)?.[1]
  if (account) return <AccountPage key={account} id={account} />
  const conversation = /^\/support\/(sup_[0-9a-f]{32})$/.exec(place)?.[1]
  if (conversation) return <ConversationPage key={conversation} id={conversation} me={me} />
  const referrer = /^\/referrals\/(usr_[0-9a-f]{32})$/.exec(place)?.[1]
  if (referrer) return <ReferrerPage key={referrer} id={referrer} me={me} />
  const partner = /^\/partners\/(usr_[0-9a-f]{32})$/.exec(place)?.[1]
  if (partner) return <PartnerPage key={partner} id={partner} me={me} />
  const version = /^\/rules\/versions\/(\d{1,10})$/.exec(place)?.[1]
  if (version) return <RulesVersionPage key={version} version={version} me={me} />
  switch (place) {
    case '/':
      return <HomePage me={me} />
    case '/work':
      return <WorkPage />
    case '/movements':
      return <MovementsPage me={me} />
    case '/customers':
      return <CustomersPage me={me} />
    case '/support':
      return <SupportPage me={me} />
    case '/verification':
      return <QueuePage />
    case '/approvals':
      return <ApprovalsPage />
    case '/operators':
      return <OperatorsPage me={me} />
    case '/bank':
      return <BankPage me={me} />
    case '/connections':
      return <ConnectionsPage me={me} />
    case '/rates':
      return <RatesPage me={me} />
    case '/referrals':
      return <ReferralsPage />
    case '/partners':
      return <PartnersPage />
    case '/ledger':
      return <LedgerPage />
    case '/rules':
      return <RulesPage me={me} />
    case '/rules/versions':
      return <RulesVersionsPage />
    case '/campaigns':
      return <CampaignsPage me={me} />
    case '/farm':
      return <FarmPage me={me} />
    case '/content':
      return <ContentPage me={me} />
    case '/messages':
      return <MessagesPage />
    case '/passkeys':
      return <PasskeysPage />
    case '/log':
      return <LogPage />
    default:
      return <Nowhere />
  }
}

function Nowhere() {
  return (
    <div className="pt-12">
      <EmptyState
        art="lost"
        title={<Trans>There is nothing here</Trans>}
        action={
          <Go to="/" className="font-semibold text-brand">
            <Trans>To your work</Trans>
          </Go>
        }
      />
    </div>
  )
}
