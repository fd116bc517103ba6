import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LogIn, Mail, Send } from 'lucide-react'
import { useState } from 'react'
import { type SignInMethods as Methods, signIn } from '../../api/signIn'
import { launched } from '../../api/launched'
import { leaveFor } from '../../api/atProvider'
import { errorText } from '../../api/problemText'
import { isProvider, providerName } from '../../api/providerName'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { ListRows, RowGlyph } from '../../ui/ListRow'
import { SkeletonRows } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'
import { notify } from '../../ui/toast'

type Method = Methods['data'][number]

/** The sign-in methods. Every account has the email code, which cannot be removed. */
export default function SignInMethods() {
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: ({ signal }) => signIn.methods(signal) })
  const [busy, setBusy] = useState<string>()
  const act = async (method: string, task: () => Promise<void>) => {
    setBusy(method)
    try {
      await task()
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(undefined)
    }
  }
  const link = (method: string) =>
    act(method, async () => {
      if (isProvider(method)) return leaveFor(method, await signIn.startLinking(method), 'link')
      const data = launched.data()
      if (data === undefined) return
      const { telegram } = await import('../../api/telegram')
      await telegram.link(data)
      launched.keep(undefined)
      await methods.refetch()
    })
  const unlink = (method: string) =>
    act(method, async () => {
      await signIn.unlink(method)
      await methods.refetch()
    })
  const { data, error, refetch } = methods
  return (
    <ListRows label={<Trans>Sign-in methods</Trans>}>
      {data ? (
        data.data.map((method) => (
          <Row
            key={method.method}
            method={method}
            busy={busy === method.method}
            onLink={() => void link(method.method)}
            onUnlink={() => void unlink(method.method)}
          />
        ))
      ) : error ? (
        <ErrorState onRetry={() => void refetch()}>{errorText(error)}</ErrorState>
      ) : (
        <div className="px-[18px]">
          <SkeletonRows count={1} />
        </div>
      )}
    </ListRows>
  )
}

type RowProps = { method: Method; busy: boolean; onLink: () => void; onUnlink: () => void }

function Row({ method, busy, onLink, onUnlink }: RowProps) {
  const { t } = useLingui()
  const name =
    method.method === 'email' ? t`Code by email` : isProvider(method.method) ? providerName(method.method) : 'Telegram'
  const Icon = method.method === 'email' ? Mail : isProvider(method.method) ? LogIn : Send
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-3 px-[18px] py-2">
      <RowGlyph>
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      </RowGlyph>
      <span className="grid min-w-28 flex-1 gap-0.5">
        <span className="t-row">{name}</span>
        {method.linked ? (
          <span className="t-cap text-muted wrap-anywhere">{method.label ?? t`Linked`}</span>
        ) : (
          <span className="t-cap text-muted">
            <Trans>Not linked</Trans>
          </span>
        )}
      </span>
      <Action method={method} name={name} busy={busy} onLink={onLink} onUnlink={onUnlink} />
    </div>
  )
}

/** Links or unlinks a method, where that is possible here. Telegram is linked inside its app. */
function Action({ method, name, busy, onLink, onUnlink }: RowProps & { name: string }) {
  const { t } = useLingui()
  if (method.method === 'email') return null
  if (method.linked)
    return (
      <Button variant="text" className="-mr-2 ml-auto" busy={busy} aria-label={t`Unlink ${name}`} onClick={onUnlink}>
        <Trans>Unlink</Trans>
      </Button>
    )
  if (isProvider(method.method) || launched.data() !== undefined)
    return (
      <Button variant="text" className="-mr-2 ml-auto" busy={busy} aria-label={t`Link ${name}`} onClick={onLink}>
        <Trans>Link</Trans>
      </Button>
    )
  const words = <Trans>Open the app in Telegram to link it</Trans>
  return config.tenant.telegram_bot ? (
    <a
      className="inline-flex min-h-11 items-center text-[14px] font-semibold text-brand"
      href={`https://t.me/${config.tenant.telegram_bot}?startapp`}
      target="_blank"
      rel="noreferrer"
    >
      {words}
    </a>
  ) : (
    <span className="t-cap text-muted">{words}</span>
  )
}
