import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Loaded } from '../../../domain/QueryCard'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { ListRow } from '../../../ui/ListRow'
import { EmptyState } from '../../../ui/States'
import { linksQuery, type PaymentLink } from './links'
import { LINK_STATE, priceText } from './words'

/** The links that many payers use. */
export function LinkList({ onOpen }: { onOpen: (link: PaymentLink) => void }) {
  const asked = useInfiniteQuery(linksQuery)
  return (
    <>
      <Card tight>
        <Loaded asked={asked} rows={4}>
          {({ pages }) => <Rows all={pages.flatMap(({ data }) => data)} onOpen={onOpen} />}
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

function Rows({ all, onOpen }: { all: PaymentLink[]; onOpen: (link: PaymentLink) => void }) {
  const { t, i18n } = useLingui()
  if (all.length === 0) {
    return (
      <EmptyState art="link" title={<Trans>No links yet</Trans>}>
        <Trans>One link or code for many payers: a price for everybody, or an amount that each payer names.</Trans>
      </EmptyState>
    )
  }
  const used = ({ paid, payments_max }: PaymentLink) =>
    payments_max ? t`${paid} of ${payments_max} paid` : t`${paid} paid`
  return (
    <ul className="divide-y divide-line">
      {all.map((link) => (
        <li key={link.id}>
          <ListRow
            title={link.description ?? priceText(link, i18n)}
            detail={[link.description ? priceText(link, i18n) : '', used(link)].filter(Boolean).join(' · ')}
            badge={<Badge tone={LINK_STATE[link.state].tone}>{i18n._(LINK_STATE[link.state].word)}</Badge>}
            onClick={() => onOpen(link)}
          />
        </li>
      ))}
    </ul>
  )
}
