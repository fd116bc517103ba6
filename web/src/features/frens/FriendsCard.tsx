import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ShortMoney } from '../../domain/ShortMoney'
import { Badge, type Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/States'
import type { Friend } from './queries'

/** The friends who came by the link, by the first letter of their name. */
export function FriendsCard({ friends, count }: { friends: readonly Friend[]; count: number }) {
  if (friends.length === 0)
    return (
      <Card title={<Trans>Friends</Trans>}>
        <EmptyState art="people" title={<Trans>Nobody has joined yet</Trans>}>
          <Trans>Send your link to a friend. You see here when they have joined.</Trans>
        </EmptyState>
      </Card>
    )
  return (
    <Card title={<Trans>Friends</Trans>} aside={<span className="text-[14px] text-muted">{count}</span>}>
      <ul className="divide-y divide-line">
        {friends.map((friend) => (
          <FriendRow key={`${friend.joined_at} ${friend.name}`} friend={friend} />
        ))}
      </ul>
      {count > friends.length ? (
        <p className="mt-3 text-[13px] text-muted">
          <Plural value={friends.length} one="The newest one is shown." other="The newest # are shown." />
        </p>
      ) : null}
    </Card>
  )
}

const TONE: Record<Friend['state'], Tone> = { joined: 'act', earning: 'ok', finished: 'plain' }

function FriendRow({ friend }: { friend: Friend }) {
  const { t, i18n } = useLingui()
  const state = { joined: t`With us`, earning: t`Earning`, finished: t`Finished` }[friend.state]
  const day = i18n.date(friend.joined_at, { dateStyle: 'medium' })
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        aria-hidden="true"
        className="grid size-[38px] shrink-0 place-items-center rounded-control bg-brand-soft font-semibold text-brand"
      >
        {friend.name.slice(0, 1)}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="t-row">{friend.name}</span>
        <span className="t-cap text-muted">
          {friend.orders > 0 ? <Plural value={friend.orders} one="# order" other="# orders" /> : day}
        </span>
      </span>
      <span className="grid justify-items-end gap-1">
        <Badge tone={TONE[friend.state]}>{state}</Badge>
        {friend.orders > 0 ? (
          <span className="text-[13px] font-semibold">
            <ShortMoney {...friend.earned} />
          </span>
        ) : null}
      </span>
    </li>
  )
}
