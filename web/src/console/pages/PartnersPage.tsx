import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge'
import { partnersQuery } from '../api/paged'
import type { Partner } from '../api/partners'
import { EmptyCard } from '../parts/EmptyCard'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { shortTime } from '../parts/when'
import { useAddressFilters } from '../place'

type Which = 'all' | 'failing' | 'merchants'

const isFailing = (line: Partner) => line.failing_webhooks > 0 || line.stopped_webhooks > 0

/** Customers with an API key or a merchant. */
export function PartnersPage() {
  const { t } = useLingui()
  const [query, change] = useAddressFilters()
  const asked = query.get('show')
  const which: Which = asked === 'failing' || asked === 'merchants' ? asked : 'all'
  const found = useInfiniteQuery(partnersQuery)
  const all = found.data?.pages.flatMap((page) => page.data) ?? []
  const lines = { all, failing: all.filter(isFailing), merchants: all.filter((line) => line.merchant) }[which]
  return (
    <>
      <PageHead title={<Trans>Partners</Trans>} />
      <Pills
        label={t`Which partners`}
        value={which}
        onChange={(next) => change({ show: next === 'all' ? '' : next })}
        options={[
          { value: 'all', label: t`All` },
          { value: 'failing', label: t`Webhooks fail` },
          { value: 'merchants', label: t`Merchants` },
        ]}
      />
      <Loaded asked={found} empty={() => (lines.length === 0 ? <NoOne isFiltered={which !== 'all'} /> : null)}>
        {() => <Partners lines={lines} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

function NoOne({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyCard art="search" title={<Trans>No one found</Trans>}>
      <Trans>No partner in the loaded list is like this.</Trans>
    </EmptyCard>
  ) : (
    <EmptyCard art="people" title={<Trans>No partners yet</Trans>}>
      <Trans>Customers appear here when they make an API key or become a merchant.</Trans>
    </EmptyCard>
  )
}

function Partners({ lines }: { lines: readonly Partner[] }) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`Partner` },
    { name: t`Merchant` },
    { name: t`Keys`, end: true },
    { name: t`Last use` },
    { name: t`State` },
  ]
  return (
    <Sheet label={t`Partners`} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell side="left">
            <Go to={`/partners/${line.id}`} className={`font-[580] ${ROW_LINK}`}>
              {line.email}
            </Go>
          </Cell>
          <Cell name={t`Merchant`}>
            <span className="wrap-anywhere">{line.merchant ?? '–'}</span>
          </Cell>
          <Cell name={t`Keys`} end>
            {line.keys}
          </Cell>
          <Cell name={t`Last use`}>
            <span className="text-muted">{line.used_at ? shortTime(line.used_at, i18n.locale) : '–'}</span>
          </Cell>
          <Cell side="right">
            <State line={line} />
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

function State({ line }: { line: Partner }) {
  if (line.merchant_stopped_at)
    return (
      <Badge tone="bad">
        <Trans>Merchant stopped</Trans>
      </Badge>
    )
  if (line.failing_webhooks > 0)
    return (
      <Badge tone="bad">
        <Trans>Webhook fails</Trans>
      </Badge>
    )
  if (line.stopped_webhooks > 0)
    return (
      <Badge tone="wait">
        <Trans>Webhook stopped</Trans>
      </Badge>
    )
  return (
    <Badge tone="ok">
      <Trans>Active</Trans>
    </Badge>
  )
}
