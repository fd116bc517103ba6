import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/States'

type Reason = 'absent' | 'silent' | 'storage' | 'web_view' | 'internal'
const REASONS: readonly Reason[] = ['absent', 'silent', 'storage', 'web_view', 'internal']

/** Why the native app cannot show its pages. */
export default function NativeError() {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const said = new URLSearchParams(search).get('reason')
  const reason = REASONS.find((one) => one === said) ?? 'internal'
  return (
    <Card>
      <h1 className="sr-only">
        <Trans>The app does not work</Trans>
      </h1>
      <EmptyState art="lost" title={<Title reason={reason} />} action={<Actions reason={reason} />}>
        <Detail reason={reason} />
      </EmptyState>
    </Card>
  )
}

function Title({ reason }: { reason: Reason }) {
  switch (reason) {
    case 'absent':
      return <Trans>This page belongs to the app</Trans>
    case 'storage':
      return <Trans>The device has no free space</Trans>
    case 'web_view':
      return <Trans>A part of the system is too old</Trans>
    default:
      return <Trans>The app did not answer</Trans>
  }
}

function Detail({ reason }: { reason: Reason }) {
  switch (reason) {
    case 'absent':
      return <Trans>Open it in the app, or use the same account in this browser.</Trans>
    case 'storage':
      return <Trans>Free some space on the device, then open the app again. Your money is safe.</Trans>
    case 'web_view':
      return <Trans>Install the updates of the system, then open the app again. Your money is safe.</Trans>
    default:
      return (
        <Trans>Close the app and open it again. If that does not help, install it again. Your money is safe.</Trans>
      )
  }
}

function Actions({ reason }: { reason: Reason }) {
  if (reason === 'absent') {
    return (
      <a href="/" className={buttonClass()}>
        <Trans>Use the browser</Trans>
      </a>
    )
  }
  return (
    <a href="/native" className={buttonClass()}>
      <Trans>Try again</Trans>
    </a>
  )
}
