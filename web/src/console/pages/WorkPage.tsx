import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pollMs } from '../api/refresh'
import { workQuery } from '../api/paged'
import { countText } from '../api/today'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { setAddressQuery, useAddressQuery } from '../place'
import { type Group, groupOf, linesOf } from './work/groups'
import { WorkRows } from './work/WorkRows'

/** Transactions that wait for the customer or an operator, oldest first, each with its deadline. */
export function WorkPage() {
  const { t, i18n } = useLingui()
  const found = useInfiniteQuery({ ...workQuery(), refetchInterval: pollMs, refetchOnWindowFocus: 'always' })
  const group = groupOf(useAddressQuery())
  const all = found.data?.pages.flatMap((page) => page.data) ?? []
  const lines = linesOf(all, group)
  const option = (value: Group, label: string) => ({
    value,
    label,
    count: found.data && countText(linesOf(all, value).length, found.hasNextPage, i18n.locale),
  })
  return (
    <>
      <PageHead title={<Trans>Work list</Trans>} />
      <Pills
        label={t`Which work`}
        value={group}
        onChange={(name) => setAddressQuery(new URLSearchParams(name === 'all' ? {} : { for: name }))}
        options={[
          option('all', t`All`),
          option('us', t`For us to decide`),
          option('unmatched', t`Unmatched payments`),
          option('customers', t`Waiting for the customer`),
        ]}
      />
      <Loaded asked={found} empty={() => (lines.length === 0 ? <Nothing /> : null)}>
        {() => <WorkRows lines={lines} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

function Nothing() {
  return (
    <EmptyCard art="tray" title={<Trans>Nothing is waiting</Trans>}>
      <Trans>Payments that need a decision appear here, the oldest first, with the time left for each.</Trans>
    </EmptyCard>
  )
}
