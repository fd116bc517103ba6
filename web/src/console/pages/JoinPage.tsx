import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { Notice } from '../../ui/Notice'
import { QrCode } from '../../ui/QrCode'
import { Skeleton } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'
import { ask } from '../api/ask'
import { offerPasskey } from '../api/offer'
import { type Invitation, sessionQuery } from '../api/queries'
import { CodeForm } from '../parts/CodeForm'
import { useRoleName } from '../parts/roleNames'
import { go } from '../place'

/** The page of an invitation link: sets up an authenticator app and registers this browser for the operator. */
export function JoinPage() {
  // In the fragment, so that no server log and no referrer contains it.
  const [token] = useState(() => location.hash.slice(1))
  const queries = useQueryClient()
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => ask<Invitation>('invitations/open', { method: 'POST', body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const accept = async (code: string) => {
    await ask('invitations/accept', { method: 'POST', body: { token, code } })
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    offerPasskey(true)
    go('/')
  }
  const over = isApiError(opened.error) && opened.error.code === 'NOT_FOUND'
  return (
    <main className="mx-auto grid min-h-dvh max-w-[480px] content-center gap-4 p-4">
      {over ? (
        <Notice tone="bad">
          <Trans>This link does not work, or no longer. Ask for a new one.</Trans>
        </Notice>
      ) : null}
      {opened.error && !over ? (
        <ErrorState onRetry={() => void opened.refetch()}>{errorText(opened.error)}</ErrorState>
      ) : null}
      {opened.error ? null : <Setup invitation={opened.data} onCode={accept} />}
    </main>
  )
}

function Setup({
  invitation,
  onCode,
}: {
  invitation: Invitation | undefined
  onCode: (code: string) => Promise<void>
}) {
  const { t } = useLingui()
  const role = useRoleName()
  return (
    <>
      <h1>{invitation ? <Trans>Join the {invitation.tenant} console</Trans> : <Skeleton className="h-8 w-64" />}</h1>
      {invitation ? (
        <p className="text-muted">
          {invitation.email} · {role(invitation.role)}
        </p>
      ) : null}
      <Card>
        <ol className="grid list-decimal gap-5 pl-5">
          <li>
            <p className="mb-3">
              <Trans>Scan this with your authenticator app, or enter the key in it.</Trans>
            </p>
            <div className="grid justify-items-center gap-3">
              <div className="rounded-m bg-white p-2">
                {invitation ? (
                  <QrCode text={invitation.uri} label={t`QR code for your authenticator app`} />
                ) : (
                  <Skeleton className="size-46" />
                )}
              </div>
              {invitation ? (
                <div className="flex items-center gap-1">
                  <span data-testid="key" className="font-mono text-[14px] break-all">
                    {invitation.secret.replace(/(.{4})/g, '$1 ').trim()}
                  </span>
                  <CopyButton text={invitation.secret} label={t`Copy the key`} />
                </div>
              ) : null}
            </div>
          </li>
          <li>
            <p className="mb-3">
              <Trans>
                Enter the code that the app shows. From then on you sign in with the app in this browser, and elsewhere
                with a passkey if you add one.
              </Trans>
            </p>
            <CodeForm action={<Trans>Join</Trans>} onCode={onCode} />
          </li>
        </ol>
      </Card>
    </>
  )
}
