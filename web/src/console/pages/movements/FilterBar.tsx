import { Trans, useLingui } from '@lingui/react/macro'
import type { MovementLine } from '../../api/queries'
import { ClearButton, FilterPill } from '../../parts/FilterPill'
import { useDisplayType } from '../../parts/movementWords'
import { usePaywayName } from '../../parts/paywayNames'
import { PILL, PILL_ON } from '../../parts/Pills'
import { useTransactionStatus } from '../../parts/transactionWords'
import { Amounts } from './Amounts'
import { CURRENCIES, DISPLAY_TYPES, ENDPOINTS, STATUSES, TYPES } from './codes'

import { changed, type Field, type MovementFilter } from './filter'

type FilterBarProps = {
  filter: MovementFilter
  /** A line of the list, for the name of the customer that is filtered by. */
  first: MovementLine | undefined
  onChange: (filter: MovementFilter) => void
}

const plain = (all: readonly string[]) => all.map((code) => ({ code, name: code }))

/** The filters of the list. Each choice applies at once and is stored in the URL. */
export function FilterBar({ filter, first, onChange }: FilterBarProps) {
  const { t } = useLingui()
  const display = useDisplayType()
  const status = useTransactionStatus()
  const payway = usePaywayName()
  const pill = (field: Field, label: string, options: readonly { code: string; name: string }[]) => (
    <FilterPill
      label={label}
      value={filter[field]}
      options={options}
      onChange={(value) => onChange(changed(filter, field, value))}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {filter.customer ? (
        <Chosen
          name={first?.customer?.email ?? t`One customer`}
          onClear={() => onChange(changed(filter, 'customer', ''))}
        />
      ) : null}
      {pill(
        'status',
        t`Status`,
        STATUSES.map((code) => ({ code, name: status(code).words })),
      )}
      {pill('age', t`Age`, [
        { code: 'day', name: t`Last 24 hours` },
        { code: 'week', name: t`Last 7 days` },
        { code: 'month', name: t`Last 31 days` },
        { code: 'over_hour', name: t`Older than 1 hour` },
        { code: 'over_day', name: t`Older than 24 hours` },
        { code: 'over_week', name: t`Older than 7 days` },
      ])}
      {pill(
        'display_type',
        t`Kind`,
        DISPLAY_TYPES.map((code) => ({ code, name: display(code) })),
      )}
      {pill('currency', t`Currency`, plain(CURRENCIES))}
      {pill(
        'payway',
        t`Payway`,
        ENDPOINTS.map((code) => ({ code, name: payway(code) })),
      )}
      {pill('type', t`Type`, plain(TYPES))}
      {filter.currency ? (
        <Amounts key={`${filter.currency} ${filter.min} ${filter.max}`} filter={filter} onChange={onChange} />
      ) : null}
      {Object.keys(filter).length > 1 ? (
        <button
          type="button"
          className="min-h-11 px-2 text-[13px] font-[580] text-brand hover:underline desk:min-h-8"
          onClick={() => onChange({})}
        >
          <Trans>Remove all</Trans>
        </button>
      ) : null}
    </div>
  )
}

function Chosen({ name, onClear }: { name: string; onClear: () => void }) {
  return (
    <span className={`${PILL} ${PILL_ON} pr-0!`}>
      {name}
      <ClearButton name={name} onClear={onClear} />
    </span>
  )
}
