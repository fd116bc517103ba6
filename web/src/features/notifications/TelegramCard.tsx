import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/problemText'
import { Loaded } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Button, buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { makeTelegramLink, telegramQuery, unlinkTelegram } from './queries'

type Link = NonNullable<Awaited<ReturnType<typeof makeTelegramLink>>>

/** How often the page asks whether the chat is linked. */
const ASKED_EVERY_MS = 3_000

/** The Telegram chat that receives messages, and the steps that link it. Nothing if the tenant has no bot. */
export function TelegramCard() {
  const queries = useQueryClient()
  const [link, setLink] = useState<Link>()
  const isExpired = useExpired(link)
  const asked = useQuery({ ...telegramQuery, refetchInterval: link && !isExpired ? ASKED_EVERY_MS : false })
  const isLinked = asked.data?.chat !== undefined
  useEffect(() => {
    if (isLinked) setLink(undefined)
  }, [isLinked])
  const { busy, problem, run } = useChange(errorText, () => queries.invalidateQueries({ queryKey: ['notifications'] }))
  const begin = () =>
    run('link', async () => {
      setLink(await makeTelegramLink())
    })
  if (asked.data && !asked.data.bot) return null
  return (
    <Card title={<Trans context="channel">Telegram</Trans>}>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Loaded asked={asked} rows={1}>
        {({ bot, chat }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <p className="text-[14px] text-muted">
              <Trans>Messages of @{bot} in Telegram. They say no amounts unless you allow it.</Trans>
            </p>
            {chat ? (
              <Linked
                name={chat.name}
                busy={busy === 'unlink'}
                onUnlink={() => run('unlink', async () => void (await unlinkTelegram()))}
              />
            ) : link && !isExpired ? (
              <Waiting url={link.url} />
            ) : (
              <>
                {link ? (
                  <Notice tone="wait">
                    <Trans>The link has expired. Make a new one.</Trans>
                  </Notice>
                ) : null}
                <Button variant="quiet" busy={busy === 'link'} onClick={begin}>
                  <Trans>Link Telegram</Trans>
                </Button>
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** Whether the code of a link has expired. */
function useExpired(link: Link | undefined): boolean {
  const [expired, setExpired] = useState<Link>()
  useEffect(() => {
    if (!link) return
    const timer = setTimeout(() => setExpired(link), Date.parse(link.expires_at) - Date.now())
    return () => clearTimeout(timer)
  }, [link])
  return link !== undefined && expired === link
}

function Waiting({ url }: { url: string }) {
  return (
    <div className="grid gap-3" role="status">
      <p className="t-row">
        <Trans>Open the bot and press Start. This page notices it by itself.</Trans>
      </p>
      <a className={buttonClass('primary')} href={url} target="_blank" rel="noreferrer">
        <Trans>Open Telegram</Trans>
      </a>
    </div>
  )
}

function Linked({ name, busy, onUnlink }: { name: string; busy: boolean; onUnlink: () => void }) {
  return (
    <div className="flex items-center gap-3">
      <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="t-row min-w-0 flex-1 wrap-anywhere">
        <Trans>Linked as {name}</Trans>
      </span>
      <Button variant="text" busy={busy} onClick={onUnlink}>
        <Trans>Unlink</Trans>
      </Button>
    </div>
  )
}
