import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BellPlus } from 'lucide-react'
import { ListRow, ListRows, listRowClass } from '../../ui/ListRow'

/** The link to a price alert of one currency. */
export function AlertRow({ currency }: { currency: string }) {
  return (
    <ListRows>
      <Link
        to="/balances/$place/{-$currency}"
        params={{ place: 'plans', currency: `alert-${currency}` }}
        className={listRowClass}
      >
        <ListRow
          glyph={<BellPlus size={19} />}
          title={<Trans>New price alert</Trans>}
          detail={<Trans>Be told when a price is reached</Trans>}
        />
      </Link>
    </ListRows>
  )
}
