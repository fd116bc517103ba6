import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SignInMethods as Methods, signIn } from '../../api/signIn'
import { launched } from '../../api/launched'
import { leaveFor } from '../../api/atProvider'
import { isProvider, providerName } from '../../api/providerName'
import { Loaded } from '../../domain/QueryCard'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { notify } from '../../ui/toast'

type Method = Methods['data'][number]

/** The sign-in methods. Every account has the email code, which cannot be removed. */
export function SignInMethods() {
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
  return (
    <Card title={<Trans>Sign-in methods</Trans>}>
      <Loaded asked={methods} rows={1}>
        {({ data }) => (
          <ul className="grid gap-1">
            {data.map((method) => (
              <Row
                key={method.method}
                method={method}
                busy={busy === method.method}
                onLink={() => void link(method.method)}
                onUnlink={() => void unlink(method.method)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

type RowProps = { method: Method; busy: boolean; onLink: () => void; onUnlink: () => void }

function Row({ method, busy, onLink, onUnlink }: RowProps) {
  const { t } = useLingui()
  const name =
    method.method === 'email' ? t`Code by email` : isProvider(method.method) ? providerName(method.method) : 'Telegram'
  return (
    <li className="flex min-h-12 items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        {method.linked ? (
          <span className="block truncate text-[13px] text-muted">{method.label ?? t`Linked`}</span>
        ) : null}
      </span>
      {method.method === 'email' ? null : method.linked ? (
        <Button variant="text" className="-mr-2" busy={busy} aria-label={t`Unlink ${name}`} onClick={onUnlink}>
          <Trans>Unlink</Trans>
        </Button>
      ) : isProvider(method.method) || launched.data() !== undefined ? (
        <Button variant="text" className="-mr-2" busy={busy} aria-label={t`Link ${name}`} onClick={onLink}>
          <Trans>Link</Trans>
        </Button>
      ) : config.tenant.telegram_bot ? (
        <a
          className="inline-flex min-h-11 items-center text-right text-[14px] font-semibold text-brand"
          href={`https://t.me/${config.tenant.telegram_bot}?startapp`}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>Open the app in Telegram to link it</Trans>
        </a>
      ) : (
        <span className="text-[13px] text-muted">
          <Trans>Open the app in Telegram to link it</Trans>
        </span>
      )}
    </li>
  )
}
