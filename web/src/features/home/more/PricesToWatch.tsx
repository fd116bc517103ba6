import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../../../api/settings'
import { useSession } from '../../../api/useSession'
import { useCatalogue } from '../../../domain/catalogue'
import { Loaded } from '../../../domain/QueryCard'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Drawer } from '../../../ui/Drawer'
import { WatchedPrice, WatchedSkeleton } from './WatchedPrice'
import { WatchList } from './WatchList'
import { keepWatch, keptWatch, watchable, watchedOf } from './watch'

/** The prices of a few coins in the main currency. The customer chooses them; this browser keeps the choice. */
export default function PricesToWatch() {
  const session = useSession()
  const person = session.status === 'in' ? session.uuid : ''
  const [editing, setEditing] = useState(false)
  const [chosen, setChosen] = useState(() => keptWatch(person))
  const names = useCatalogue()
  const main = useQuery(settingsQuery).data?.main_currency
  const offered = names.data && main ? watchable(names.data.currencies, main) : undefined
  const watched = offered && watchedOf(offered, chosen)
  const choose = (codes: string[]) => {
    setChosen(codes)
    keepWatch(person, codes)
  }
  const edit = (
    <Button variant="text" className="-my-3 -mr-2" onClick={() => setEditing(true)}>
      <Trans>Edit</Trans>
    </Button>
  )
  return (
    <Card tight title={<Trans>Prices to watch</Trans>} aside={watched ? edit : undefined}>
      <Loaded
        asked={{ data: watched, error: names.error, refetch: names.refetch }}
        rows={4}
        waiting={<WatchedSkeleton />}
      >
        {(coins) =>
          coins.length > 0 && main ? (
            <ul className="divide-y divide-line">
              {coins.map(({ code }) => (
                <li key={code}>
                  <WatchedPrice code={code} main={main} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="pb-4 text-[14px] text-muted">
              <Trans>Choose up to four coins, and their prices stand here.</Trans>
            </p>
          )
        }
      </Loaded>
      <Drawer open={editing} onOpenChange={setEditing} title={<Trans>Prices to watch</Trans>}>
        {offered && watched ? (
          <WatchList offered={offered} chosen={watched.map(({ code }) => code)} onChange={choose} />
        ) : null}
      </Drawer>
    </Card>
  )
}
