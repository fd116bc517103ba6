import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { Notice } from '../../ui/Notice'
import type { Me } from '../api/queries'
import {
  blockReferrer,
  decideEarning,
  type InvitedPerson,
  type Referrer,
  type ReferrerInfo,
  referrerQuery,
  type RewardEarning,
  unblockReferrer,
} from '../api/referrals'
import { ActButton } from '../parts/ActButton'
import { Card } from '../parts/Card'
import { Facts } from '../parts/Facts'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { BackTo, PageTitle } from '../parts/PageHead'
import { EARNING, REFUSED, SIGNAL } from '../parts/referralWords'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { shortTime, whenText } from '../parts/when'

/** One referrer: the friends, the earnings, and signals of fraud. */
export function ReferrerPage({ id, me }: { id: string; me: Me }) {
  const found = useQuery(referrerQuery(id))
  return (
    <>
      <BackTo to="/referrals">
        <Trans>All referrers</Trans>
      </BackTo>
      <Loaded asked={found}>{(loaded) => <Whole info={loaded} me={me} />}</Loaded>
    </>
  )
}

function Whole({ info, me }: { info: ReferrerInfo; me: Me }) {
  const { t, i18n } = useLingui()
  const { referrer, invited, earnings } = info
  const number = new Intl.NumberFormat(i18n.locale)
  const facts = [
    { name: t`Code`, value: <span className="font-mono text-[13px]">{referrer.code}</span> },
    { name: t`Joined`, value: number.format(referrer.joined) },
    { name: t`Refused invitations`, value: number.format(referrer.refused) },
    { name: t`With orders`, value: number.format(referrer.active) },
    { name: t`Earned`, value: moneyText(referrer.earned, i18n.locale) },
  ]
  return (
    <div className="grid gap-3">
      <PageTitle title={referrer.email}>
        {referrer.signals.map((signal) => (
          <Badge key={signal} tone="wait">
            {i18n._(SIGNAL[signal])}
          </Badge>
        ))}
        <Go to={`/customers/${referrer.id}`} className="text-[13px] font-[580] text-brand hover:underline">
          <Trans>Customer</Trans>
        </Go>
      </PageTitle>
      <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-3">
          <Earnings earnings={earnings} may={me.permissions.includes('orders.resolve')} />
          <Invited people={invited} />
        </div>
        <div className="grid min-w-0 gap-3">
          <Card title={<Trans>Referrer</Trans>}>
            <Facts facts={facts} />
          </Card>
          <Block referrer={referrer} me={me} />
        </div>
      </div>
    </div>
  )
}

function Block({ referrer, me }: { referrer: Referrer; me: Me }) {
  const { i18n } = useLingui()
  const { blocked, id } = referrer
  if (blocked)
    return (
      <Card title={<Trans>Blocked</Trans>}>
        <div className="grid gap-3">
          <Notice tone="bad">
            <p className="wrap-anywhere">{blocked.reason}</p>
            <p className="text-[13px]">
              {blocked.by} · {whenText(blocked.at, i18n.locale)}
            </p>
          </Notice>
          {me.permissions.includes('customers.unblock') ? (
            <ActButton
              label={<Trans>Unblock</Trans>}
              title={<Trans>Unblock this referrer?</Trans>}
              about={<Trans>Rewards that waited are booked, and can be moved to the balance again.</Trans>}
              act={(reason) => unblockReferrer(id, reason)}
            />
          ) : null}
        </div>
      </Card>
    )
  if (!me.permissions.includes('customers.block')) return null
  return (
    <Card title={<Trans>Block</Trans>}>
      <div className="grid gap-3">
        <p className="text-[14px] text-muted">
          <Trans>Unpaid rewards are held, and the link brings nobody. The customer can do everything else.</Trans>
        </p>
        <ActButton
          danger
          label={<Trans>Block the referrer</Trans>}
          title={<Trans>Block this referrer?</Trans>}
          about={<Trans>Nothing is booked or paid out until the block ends.</Trans>}
          act={(reason) => blockReferrer(id, reason)}
        />
      </div>
    </Card>
  )
}

function Earnings({ earnings, may }: { earnings: readonly RewardEarning[]; may: boolean }) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`Order` },
    { name: t`Completed` },
    { name: t`Reward`, end: true },
    { name: t`State` },
    ...(may ? [{ name: t`Actions`, end: true }] : []),
  ]
  if (earnings.length === 0)
    return (
      <Card title={<Trans>Rewards</Trans>}>
        <p className="text-muted">
          <Trans>No order has earned anything yet.</Trans>
        </p>
      </Card>
    )
  return (
    <Card title={<Trans>Rewards</Trans>}>
      <Sheet isFlat label={t`Rewards`} columns={columns}>
        {earnings.map((earning) => {
          const [words, tone] = EARNING[earning.state]
          return (
            <Row key={earning.order}>
              <Cell side="left">
                <Go to={`/movements/${earning.order}`} className={`font-[580] ${ROW_LINK}`}>
                  <Trans>Order of {earning.name}</Trans>
                </Go>
              </Cell>
              <Cell side="left">
                <span className="text-muted">{shortTime(earning.at, i18n.locale)}</span>
              </Cell>
              <Cell side="right" end>
                <span className="tabular-nums">{moneyText(earning.amount, i18n.locale)}</span>
              </Cell>
              <Cell side="right">
                <Badge tone={tone}>{i18n._(words)}</Badge>
              </Cell>
              {may ? (
                <Cell end>
                  <Decide earning={earning} />
                </Cell>
              ) : null}
            </Row>
          )
        })}
      </Sheet>
    </Card>
  )
}

function Decide({ earning }: { earning: RewardEarning }) {
  const { order, state, hold } = earning
  if (state !== 'held' && state !== 'questioned') return <span className="text-muted">–</span>
  const why =
    hold === 'same_name' ? (
      <Trans>Referrer and friend have proved the same name.</Trans>
    ) : (
      <Trans>The payment of the order is disputed.</Trans>
    )
  return (
    <span className="relative flex flex-wrap justify-end gap-2">
      <ActButton
        label={<Trans>Grant</Trans>}
        title={<Trans>Grant this reward?</Trans>}
        about={why}
        act={(reason) => decideEarning(order, 'grant', reason)}
      />
      <ActButton
        danger
        label={<Trans>Deny</Trans>}
        title={<Trans>Deny this reward?</Trans>}
        about={
          <>
            {why} {state === 'questioned' ? <Trans>It is posted back from the reward account.</Trans> : null}
          </>
        }
        act={(reason) => decideEarning(order, 'deny', reason)}
      />
    </span>
  )
}

function Invited({ people }: { people: readonly InvitedPerson[] }) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`Email` },
    { name: t`Joined` },
    { name: t`Network` },
    { name: t`Orders`, end: true },
    { name: t`Earned`, end: true },
    { name: t`State` },
  ]
  return (
    <Card title={<Trans>Invited people</Trans>}>
      <Sheet isFlat label={t`Invited people`} columns={columns}>
        {people.map((person) => (
          <Row key={person.id}>
            <Cell side="left">
              <Go to={`/customers/${person.id}`} className={`font-[580] ${ROW_LINK}`}>
                {person.email}
              </Go>
            </Cell>
            <Cell side="left">
              <span className="text-muted">{shortTime(person.joined_at, i18n.locale)}</span>
            </Cell>
            <Cell name={t`Network`}>
              <span className="font-mono text-[13px]">{person.network}</span>
            </Cell>
            <Cell name={t`Orders`} end>
              {person.orders}
            </Cell>
            <Cell name={t`Earned`} end>
              <span className="tabular-nums">{moneyText(person.earned, i18n.locale)}</span>
            </Cell>
            <Cell side="right">
              {person.refused ? (
                <Badge tone="bad">{i18n._(REFUSED[person.refused])}</Badge>
              ) : (
                <Badge tone="ok">
                  <Trans>Counts</Trans>
                </Badge>
              )}
            </Cell>
          </Row>
        ))}
      </Sheet>
    </Card>
  )
}
