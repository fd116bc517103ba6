import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { moneyText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { referrersQuery } from '../api/paged'
import type { Referrer } from '../api/referrals'
import { EmptyCard } from '../parts/EmptyCard'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { SIGNAL } from '../parts/referralWords'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { useAddressFilters } from '../place'

type Which = 'all' | 'odd' | 'blocked'

const isOdd = (line: Referrer) => line.signals.length > 0 || line.undecided > 0

/** Referrers, with signals of fraud. */
export function ReferralsPage() {
  const { t } = useLingui()
  const [query, change] = useAddressFilters()
  const asked = query.get('show')
  const which: Which = asked === 'odd' || asked === 'blocked' ? asked : 'all'
  const found = useInfiniteQuery(referrersQuery)
  const all = found.data?.pages.flatMap((page) => page.data) ?? []
  const lines = { all, odd: all.filter(isOdd), blocked: all.filter((line) => line.blocked) }[which]
  return (
    <>
      <PageHead title={<Trans>Referrals</Trans>} />
      <Pills
        label={t`Which referrers`}
        value={which}
        onChange={(next) => change({ show: next === 'all' ? '' : next })}
        options={[
          { value: 'all', label: t`All` },
          { value: 'odd', label: t`To look at` },
          { value: 'blocked', label: t`Blocked` },
        ]}
      />
      <Loaded asked={found} empty={() => (lines.length === 0 ? <NoOne isFiltered={which !== 'all'} /> : null)}>
        {() => <Referrers lines={lines} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

function NoOne({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyCard art="search" title={<Trans>No one found</Trans>}>
      <Trans>Nothing here looks like fraud, as far as the list is loaded.</Trans>
    </EmptyCard>
  ) : (
    <EmptyCard art="people" title={<Trans>No referrers yet</Trans>}>
      <Trans>Customers appear here when somebody has signed up by their link.</Trans>
    </EmptyCard>
  )
}

function Referrers({ lines }: { lines: readonly Referrer[] }) {
  const { t, i18n } = useLingui()
  const number = new Intl.NumberFormat(i18n.locale)
  const columns = [
    { name: t`Referrer` },
    { name: t`Signs` },
    { name: t`Joined`, end: true },
    { name: t`With orders`, end: true },
    { name: t`Earned`, end: true },
    { name: t`State` },
  ]
  return (
    <Sheet label={t`Referrers`} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell side="left">
            <Go to={`/referrals/${line.id}`} className={`font-[580] ${ROW_LINK}`}>
              {line.email}
            </Go>
          </Cell>
          <Cell name={t`Signs`}>
            <span className="inline-flex flex-wrap justify-end gap-1.5 desk:justify-start">
              {line.signals.length === 0 ? '–' : null}
              {line.signals.map((signal) => (
                <Badge key={signal} tone="wait">
                  {i18n._(SIGNAL[signal])}
                </Badge>
              ))}
            </span>
          </Cell>
          <Cell name={t`Joined`} end>
            {number.format(line.joined)}
          </Cell>
          <Cell name={t`With orders`} end>
            {number.format(line.active)}
          </Cell>
          <Cell name={t`Earned`} end>
            <span className="tabular-nums">{moneyText(line.earned, i18n.locale)}</span>
          </Cell>
          <Cell side="right">
            <State line={line} />
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

function State({ line }: { line: Referrer }) {
  if (line.blocked)
    return (
      <Badge tone="bad">
        <Trans>Blocked</Trans>
      </Badge>
    )
  if (line.undecided > 0)
    return (
      <Badge tone="wait">
        <Trans>Needs a decision</Trans>
      </Badge>
    )
  return (
    <Badge tone="ok">
      <Trans>Active</Trans>
    </Badge>
  )
}
