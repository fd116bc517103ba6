import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge'
import type { CustomerLine, Me } from '../api/queries'
import { customersQuery } from '../api/paged'
import { FindForm } from '../parts/FindForm'
import { Go } from '../parts/Go'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { shortTime } from '../parts/when'
import { useAddressFilters } from '../place'

type Which = 'all' | 'blocked'

/** The list of customers, masked. Search by id or address. The URL contains the filters. */
export function CustomersPage({ me }: { me: Me }) {
  const { t } = useLingui()
  const [query, change] = useAddressFilters()
  const search = query.get('search') ?? ''
  const which: Which = query.get('show') === 'blocked' ? 'blocked' : 'all'
  const found = useInfiniteQuery(customersQuery(search, which === 'blocked' ? true : undefined))
  const whole = me.permissions.includes('personal.read')
  return (
    <>
      <PageHead title={<Trans>Customers</Trans>} />
      <FindForm
        label={t`Customer ID or email`}
        hint={whole ? t`The first three letters are enough` : t`The full address: your role cannot see addresses`}
        value={search}
        onFind={(text) => change({ search: text })}
      >
        <Pills
          label={t`Which customers`}
          value={which}
          onChange={(next) => change({ show: next === 'all' ? '' : next })}
          options={[
            { value: 'all', label: t`All` },
            { value: 'blocked', label: t`Blocked` },
          ]}
        />
      </FindForm>
      <Loaded
        asked={found}
        empty={({ pages }) =>
          pages.every((page) => page.data.length === 0) ? (
            <NoOne isFiltered={Boolean(search) || which !== 'all'} />
          ) : null
        }
      >
        {({ pages }) => <Customers lines={pages.flatMap((page) => page.data)} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

function NoOne({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyCard art="search" title={<Trans>No one found</Trans>}>
        <Trans>Check the spelling, or search by customer ID.</Trans>
      </EmptyCard>
    )
  return (
    <EmptyCard art="people" title={<Trans>No customers yet</Trans>}>
      <Trans>Everyone who signs up appears here, the newest first.</Trans>
    </EmptyCard>
  )
}

function Customers({ lines }: { lines: readonly CustomerLine[] }) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`Email` },
    { name: t`Name` },
    { name: t`Country of residence` },
    { name: t`State` },
    { name: t`Customer since`, end: true },
  ]
  return (
    <Sheet label={t`Customers`} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell side="left">
            <Go to={`/customers/${line.id}`} className={`font-[580] ${ROW_LINK}`}>
              {line.email}
            </Go>
          </Cell>
          <Cell side="left">{line.name ?? '–'}</Cell>
          <Cell isWide>{line.residence_country ?? '–'}</Cell>
          <Cell side="right">
            {line.blocked ? (
              <Badge tone="bad">
                <Trans>Blocked</Trans>
              </Badge>
            ) : (
              <Badge tone="ok">
                <Trans>Active</Trans>
              </Badge>
            )}
          </Cell>
          <Cell side="right" end>
            <span className="text-muted">{shortTime(line.created_at, i18n.locale)}</span>
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}
