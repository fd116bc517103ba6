import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { moneyText } from '../../domain/money'
import { PAY_STATE } from '../../domain/payment/payState'
import { Loaded, QueryCard } from '../../domain/QueryCard'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { ListRow } from '../../ui/ListRow'
import { Page } from '../../ui/Page'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { EmptyState } from '../../ui/States'
import { ExportForm } from './ExportForm'
import { LinkDetail } from './links/LinkDetail'
import { LinkForm } from './links/LinkForm'
import { LinkList } from './links/LinkList'
import { linksQuery, type PaymentLink } from './links/links'
import { type Merchant, merchantQuery, type PayState, type Payment, paymentsQuery } from './merchant'
import { OverviewCard } from './OverviewCard'
import { PaymentDetail } from './PaymentDetail'
import { PaymentForm } from './PaymentForm'
import { SettingsForm } from './SettingsForm'

type View =
  | { at: 'list' | 'new' | 'settings' | 'links' | 'new-link' }
  | { at: 'payment'; id: string }
  | { at: 'link'; link: PaymentLink }

/** The profile as a merchant: becomes one, makes payment links, follows payments. `back` links to the profile page. */
export default function MerchantPage({ back }: { back: ReactNode }) {
  const asked = useQuery(merchantQuery)
  const [view, setView] = useState<View>({ at: 'list' })
  const isList = view.at === 'list' || view.at === 'links'
  const add =
    isList && asked.data?.merchant ? (
      <Button small onClick={() => setView({ at: view.at === 'list' ? 'new' : 'new-link' })}>
        <Plus size={18} aria-hidden="true" />
        {view.at === 'list' ? <Trans>New payment</Trans> : <Trans>New link</Trans>}
      </Button>
    ) : null
  return (
    <Page title={<Trans>Take payments</Trans>} back={back} actions={add}>
      <QueryCard asked={asked} rows={3}>
        {({ merchant, logo }) => <Shop merchant={merchant} logo={logo} view={view} onView={setView} />}
      </QueryCard>
    </Page>
  )
}

type ShopProps = { merchant: Merchant | undefined; logo: string | undefined; view: View; onView: (view: View) => void }

function Shop({ merchant, logo, view, onView }: ShopProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const list = () => onView({ at: 'list' })
  const saved = async () => {
    await queries.invalidateQueries({ queryKey: merchantQuery.queryKey })
    list()
  }
  const made = async (payment: Payment) => {
    await queries.invalidateQueries({ queryKey: ['merchant-payments'] })
    onView({ at: 'payment', id: payment.id })
  }
  const linkMade = async (link: PaymentLink) => {
    await queries.invalidateQueries({ queryKey: linksQuery.queryKey })
    onView({ at: 'link', link })
  }
  const links = () => onView({ at: 'links' })
  if (!merchant) return <SettingsForm onSaved={saved} />
  return (
    <Columns side={<Side merchant={merchant} onEdit={() => onView({ at: 'settings' })} />}>
      {view.at === 'list' || view.at === 'links' ? (
        <Segmented
          label={t`What to show`}
          value={view.at}
          options={[
            { value: 'list', label: <Trans>Payments</Trans> },
            { value: 'links', label: <Trans>Links for many</Trans> },
          ]}
          onChange={(at) => onView({ at })}
        />
      ) : null}
      {view.at === 'links' ? <LinkList onOpen={(link) => onView({ at: 'link', link })} /> : null}
      {view.at === 'new-link' ? <LinkForm merchant={merchant} onMade={linkMade} onCancel={links} /> : null}
      {view.at === 'link' ? (
        <>
          <LinkDetail
            link={view.link}
            shop={merchant.settings.name}
            onChange={(link) => onView({ at: 'link', link })}
          />
          <Button variant="text" onClick={links}>
            <Trans>All links</Trans>
          </Button>
        </>
      ) : null}
      {view.at === 'list' ? <OverviewCard currency={merchant.settings.settlement_currency} /> : null}
      {view.at === 'list' ? <Payments onOpen={(id) => onView({ at: 'payment', id })} /> : null}
      {view.at === 'new' ? <PaymentForm merchant={merchant} onMade={made} onCancel={list} /> : null}
      {view.at === 'settings' ? <SettingsForm of={merchant} logo={logo} onSaved={saved} onCancel={list} /> : null}
      {view.at === 'payment' ? (
        <>
          <PaymentDetail id={view.id} settings={merchant.settings} />
          <Button variant="text" onClick={list}>
            <Trans>All payments</Trans>
          </Button>
        </>
      ) : null}
    </Columns>
  )
}

function Side({ merchant, onEdit }: { merchant: Merchant; onEdit: () => void }) {
  const { name, settlement_currency, tolerance_percent, return_hosts } = merchant.settings
  const hosts = return_hosts?.join(', ')
  return (
    <>
      <Card title={<Trans>Your shop</Trans>}>
        <dl className="grid gap-2 text-[14px]">
          <Fact label={<Trans>Payers see</Trans>}>{name}</Fact>
          <Fact label={<Trans>You receive</Trans>}>{settlement_currency}</Fact>
          <Fact label={<Trans>Tolerance</Trans>}>{tolerance_percent} %</Fact>
          {hosts ? <Fact label={<Trans>Return to</Trans>}>{hosts}</Fact> : null}
          <Fact label={<Trans>Id for your server</Trans>}>
            <code className="font-mono text-[12px]">{merchant.id}</code>
          </Fact>
        </dl>
        <Button variant="text" onClick={onEdit}>
          <Trans>Change</Trans>
        </Button>
      </Card>
      <ExportForm />
    </>
  )
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

const STATES = Object.keys(PAY_STATE) as PayState[]

function Payments({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, i18n } = useLingui()
  const [state, setState] = useState<PayState>()
  const asked = useInfiniteQuery(paymentsQuery(state))
  return (
    <>
      <Select
        label={<Trans>Show</Trans>}
        value={state ?? ''}
        onChange={(next) => setState((next || undefined) as PayState)}
      >
        <option value="">{t`All payments`}</option>
        {STATES.map((each) => (
          <option key={each} value={each}>
            {i18n._(PAY_STATE[each].word)}
          </option>
        ))}
      </Select>
      <Card tight>
        <Loaded asked={asked} rows={4}>
          {({ pages }) => {
            const all = pages.flatMap(({ data }) => data)
            if (all.length === 0) {
              return (
                <EmptyState art="link" title={<Trans>No payments yet</Trans>}>
                  <Trans>Make a payment, and show its code at the till or send its link.</Trans>
                </EmptyState>
              )
            }
            return (
              <ul className="divide-y divide-line">
                {all.map((payment) => (
                  <li key={payment.id}>
                    <ListRow
                      title={moneyText(payment.price, i18n.locale)}
                      detail={[payment.order_id ?? payment.description, when(payment.created_at, i18n)]
                        .filter(Boolean)
                        .join(' · ')}
                      badge={
                        <Badge tone={PAY_STATE[payment.state].tone}>{i18n._(PAY_STATE[payment.state].word)}</Badge>
                      }
                      onClick={() => onOpen(payment.id)}
                    />
                  </li>
                ))}
              </ul>
            )
          }}
        </Loaded>
      </Card>
      {asked.hasNextPage ? (
        <Button variant="quiet" busy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </>
  )
}

type Dates = { date: (value: string, format: Intl.DateTimeFormatOptions) => string }

const when = (at: string, i18n: Dates): string =>
  i18n.date(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
