import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { unreadQuery } from '../../features/notifications/unread'
import { useLive } from '../../realtime/live'

/** The server counts no further. */
const MOST = 100
const POLL_MS = 60_000

/** The link to the notifications, with the number of unread ones. The socket tells the number; without it, it is polled. */
export default function Bell() {
  const { t } = useLingui()
  const live = useLive()
  const { data } = useQuery({ ...unreadQuery, enabled: !live, refetchInterval: live ? false : POLL_MS })
  const unread = data?.unread ?? 0
  const shown = unread >= MOST ? `${MOST - 1}+` : unread
  return (
    <Link
      to="/profile/$page"
      params={{ page: 'notifications' }}
      aria-label={unread > 0 ? t`Notifications, unread: ${shown}` : t`Notifications`}
      className="bell absolute top-4 right-4 z-10 grid size-11 place-items-center rounded-full text-muted hover:text-text desk:right-8 data-[status=active]:text-brand"
    >
      <BellIcon size={20} strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0.5 min-w-5 rounded-full bg-brand px-1 text-center text-[11px] leading-[18px] font-semibold text-on-brand"
        >
          {shown}
        </span>
      ) : null}
    </Link>
  )
}
