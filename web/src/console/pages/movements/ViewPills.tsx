import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { pollMs } from '../../api/refresh'
import { countText, inProgressQuery, lastDayQuery, todaysWorkQuery } from '../../api/today'
import { Pills } from '../../parts/Pills'
import { addressOf, type MovementFilter } from './filter'
import { SavedPill } from './SavedPill'
import { SaveView } from './SaveView'
import { useSavedViews } from './savedViews'
import { countsOf, VIEWS, type ViewName, viewOf } from './views'

type ViewPillsProps = { operator: string; filter: MovementFilter; onChange: (filter: MovementFilter) => void }

/** The views of the list, ours and the operator's own, with the number of transactions in each. */
export function ViewPills({ operator, filter, onChange }: ViewPillsProps) {
  const { t, i18n } = useLingui()
  const live = { refetchInterval: pollMs }
  const work = useQuery({ ...todaysWorkQuery, ...live }).data
  const inProgress = useQuery({ ...inProgressQuery, ...live }).data
  const lastDay = useQuery({ ...lastDayQuery, ...live }).data
  const counts = countsOf({ work, inProgress, lastDay })
  const view = (value: ViewName, label: string) => {
    const one = counts[value]
    return { value, label, count: one && countText(one.count, one.hasMore, i18n.locale) }
  }
  const own = useSavedViews(operator)
  const address = addressOf(filter).toString()
  const isSaved = viewOf(filter) !== undefined || own.views.some((one) => addressOf(one.filter).toString() === address)
  return (
    <div className="flex flex-wrap gap-2">
      <Pills
        label={t`Saved views`}
        value={viewOf(filter)}
        onChange={(name) => onChange(VIEWS[name])}
        options={[
          view('us', t`Waiting for us`),
          view('customer', t`Waiting for the customer`),
          view('progress', t`In progress`),
          view('failed', t`Failed in 24 hours`),
          view('all', t`All`),
        ]}
      />
      {own.views.map((one) => (
        <SavedPill
          key={one.name}
          view={one}
          isChosen={addressOf(one.filter).toString() === address}
          onChoose={() => onChange(one.filter)}
          onRemove={() => own.remove(one.name)}
        />
      ))}
      {/* One customer's transactions are in the audit log, so they are no view. */}
      {isSaved || filter.customer || filter.search ? null : <SaveView onSave={(name) => own.save({ name, filter })} />}
    </div>
  )
}
