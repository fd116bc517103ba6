import { Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { BellPlus, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import NotificationsPage from '../../features/notifications/NotificationsPage'
import { offers } from '../../host/config'
import { ListRows } from '../../ui/ListRow'
import { RowLink } from '../profile/RowLink'

/** The notifications, with links to what each notification is about. */
export default function OwnNotifications({ back }: { back: ReactNode }) {
  return (
    <NotificationsPage
      back={back}
      link={({ link }, row, onOpen) => {
        const [path, query] = link.split('?')
        return (
          <Link
            to={path as NonNullable<LinkProps['to']>}
            search={Object.fromEntries(new URLSearchParams(query)) as NonNullable<LinkProps['search']>}
            onClick={onOpen}
            className="min-w-0 flex-1 rounded-control hover:bg-sunken"
          >
            {row}
          </Link>
        )
      }}
      side={
        <ListRows>
          {offers('balances') ? (
            <RowLink
              to="/balances/$place/{-$currency}"
              params={{ place: 'plans', currency: 'alert-BTC' }}
              icon={BellPlus}
              title={<Trans>New price alert</Trans>}
              detail={<Trans>Be told when a price is reached</Trans>}
            />
          ) : null}
          <RowLink
            to="/profile/$page"
            params={{ page: 'notification-settings' }}
            icon={Settings2}
            title={<Trans>What you are told</Trans>}
            detail={<Trans>Topics, emails, web push and quiet hours</Trans>}
          />
        </ListRows>
      }
    />
  )
}
