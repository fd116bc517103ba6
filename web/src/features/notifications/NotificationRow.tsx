import { Trans, useLingui } from '@lingui/react/macro'
import { Check, MailOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayText, timeText } from '../../i18n/format'
import type { Tone } from '../../ui/Badge'
import { RowGlyph } from '../../ui/ListRow'
import type { Notification } from './queries'
import { topicIcon } from './words'

const TONES: Record<Notification['severity'], Tone> = { info: 'plain', warning: 'wait', action: 'act' }

type NotificationRowProps = {
  notification: Notification
  /** Wraps the words in the link to what it is about. */
  link: (row: ReactNode) => ReactNode
  onMark: () => void
}

/** A notification: its words lead to what it is about, and a button marks it. */
export function NotificationRow({ notification, link, onMark }: NotificationRowProps) {
  const { t, i18n } = useLingui()
  const { title, text, topic, severity, created_at: at, is_read: isRead } = notification
  const Icon = topicIcon(topic)
  const Mark = isRead ? MailOpen : Check
  const when = `${dayText(at, i18n.locale, new Date())}, ${timeText(at, i18n.locale)}`
  return (
    <li className="flex items-start gap-1 py-1.5">
      {link(
        <span className="flex items-start gap-3 py-2">
          <RowGlyph tone={TONES[severity]}>
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          </RowGlyph>
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className={`t-row wrap-anywhere ${isRead ? '' : 'font-semibold'}`}>
              {title}
              {isRead ? null : (
                <>
                  <span aria-hidden="true" className="ml-2 inline-block size-2.5 rounded-full bg-brand" />
                  <span className="sr-only">
                    {' '}
                    <Trans context="notification">Unread</Trans>
                  </span>
                </>
              )}
            </span>
            <span className="text-[14px] text-muted wrap-anywhere">{text}</span>
            <span className="t-cap text-muted">{when}</span>
          </span>
        </span>,
      )}
      <button
        type="button"
        onClick={onMark}
        aria-label={isRead ? t`Mark as unread: ${title}` : t`Mark as read: ${title}`}
        title={isRead ? t`Mark as unread` : t`Mark as read`}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-text"
      >
        <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </li>
  )
}
