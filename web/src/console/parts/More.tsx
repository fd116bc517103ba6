import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button'

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** Loads the next page of a list, if there is one. */
export function More({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null
  return (
    <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      <Trans>Show more</Trans>
    </Button>
  )
}
