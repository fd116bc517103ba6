import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarClock, FileText, Landmark, Scale, SlidersHorizontal } from 'lucide-react'
import { ListRow, ListRows, listRowClass } from '../ui/ListRow'
import { ofProfile } from './balanceLinks'

/** The statement, of one currency if known. */
function StatementRow({ currency }: { currency?: string }) {
  return (
    <Link
      to="/balances/$place/{-$currency}"
      params={{ place: 'statement', currency: undefined }}
      search={currency ? { currency } : {}}
      className={listRowClass}
    >
      <ListRow glyph={<FileText size={19} />} title={<Trans>Statement</Trans>} />
    </Link>
  )
}

/** What belongs to all balances: the plans, the statement, the settings and the proof of liabilities. */
export function AllBalancesRows() {
  return (
    <ListRows>
      <Link
        to="/balances/$place/{-$currency}"
        params={{ place: 'plans', currency: undefined }}
        className={listRowClass}
      >
        <ListRow
          glyph={<CalendarClock size={19} />}
          title={<Trans>Plans</Trans>}
          detail={<Trans>Recurring exchanges and price alerts</Trans>}
        />
      </Link>
      <StatementRow />
      <Link {...ofProfile('settings')} className={listRowClass}>
        <ListRow glyph={<SlidersHorizontal size={19} />} title={<Trans>Settings</Trans>} />
      </Link>
      <Link to="/proof-of-balances" className={listRowClass}>
        <ListRow glyph={<Scale size={19} />} title={<Trans>Proof of balances</Trans>} />
      </Link>
    </ListRows>
  )
}

/** What belongs to one balance: the permanent deposit details and the statement. */
export function OneBalanceRows({ currency }: { currency: string }) {
  return (
    <ListRows>
      <Link
        to="/balances/$place/{-$currency}"
        params={{ place: 'details', currency }}
        preload={false}
        className={listRowClass}
      >
        <ListRow glyph={<Landmark size={19} />} title={<Trans>Deposit details</Trans>} />
      </Link>
      <StatementRow currency={currency} />
    </ListRows>
  )
}
