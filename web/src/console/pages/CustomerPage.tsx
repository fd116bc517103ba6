import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge'
import { type Customer, customerQuery, type Me } from '../api/queries'
import { Card } from '../parts/Card'
import { Facts } from '../parts/Facts'
import { BackTo, PageTitle } from '../parts/PageHead'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { whenText } from '../parts/when'
import { reads } from '../reach'
import { BalancesCard } from './customer/BalancesCard'
import { ConsentsCard } from './customer/ConsentsCard'
import { ConversationsCard } from './customer/ConversationsCard'
import { CustomerActs } from './customer/CustomerActs'
import { TierActs } from './customer/TierActs'
import { LimitsCard } from './customer/LimitsCard'
import { MessagesCard } from './customer/MessagesCard'
import { PartnerConsentsCard } from './customer/PartnerConsentsCard'
import { RevealCard } from './customer/RevealCard'
import { SessionsCard } from './customer/SessionsCard'
import { TransactionsCard } from './customer/TransactionsCard'
import { VerificationsCard } from './customer/VerificationsCard'

/** One customer. The audit log records every opening of this page. */
export function CustomerPage({ id, me }: { id: string; me: Me }) {
  const found = useQuery(customerQuery(id))
  return (
    <>
      <BackTo to="/customers">
        <Trans>All customers</Trans>
      </BackTo>
      <Loaded asked={found}>{(customer) => <Whole customer={customer} me={me} />}</Loaded>
    </>
  )
}

function Whole({ customer, me }: { customer: Customer; me: Me }) {
  const { t, i18n } = useLingui()
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ')
  const facts = [
    { name: t`ID`, value: <span className="font-mono text-[13px] break-all">{customer.id}</span> },
    { name: t`Name`, value: name || '–' },
    { name: t`Phone`, value: customer.phone ?? '–' },
    { name: t`Country of residence`, value: customer.residence_country ?? '–' },
    { name: t`Language`, value: customer.language },
    { name: t`Customer since`, value: whenText(customer.created_at, i18n.locale) },
    { name: t`Tier`, value: customer.tier },
  ]
  const may = (permission: string) => me.permissions.includes(permission)
  return (
    <div className="grid gap-3">
      <PageTitle title={customer.email}>
        {customer.blocked ? (
          <Badge tone="bad">
            <Trans>Blocked</Trans>
          </Badge>
        ) : (
          <Badge tone="ok">
            <Trans>Active</Trans>
          </Badge>
        )}
        {reads(me, '/log') ? (
          <Go to={`/log?subject=${customer.id}`} className="text-[13px] font-[580] text-brand hover:underline">
            <Trans>What operators did</Trans>
          </Go>
        ) : null}
      </PageTitle>
      <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-3">
          <Card title={<Trans>Customer</Trans>}>
            <Facts facts={facts} />
          </Card>
          <VerificationsCard customer={customer} me={me} />
          <LimitsCard {...customer} />
          {may('orders.read') ? <BalancesCard id={customer.id} /> : null}
          {may('orders.read') ? <TransactionsCard id={customer.id} /> : null}
          <MessagesCard id={customer.id} />
        </div>
        <div className="grid min-w-0 gap-3">
          <CustomerActs customer={customer} me={me} />
          <TierActs customer={customer} me={me} />
          {may('support.read') ? <ConversationsCard id={customer.id} /> : null}
          {may('personal.read') ? <RevealCard id={customer.id} /> : null}
          <ConsentsCard consents={customer.consents} />
          <PartnerConsentsCard consents={customer.partner_consents} />
          {may('sessions.read') ? <SessionsCard customer={customer} me={me} /> : null}
        </div>
      </div>
    </div>
  )
}
