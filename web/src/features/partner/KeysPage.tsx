import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { problemCode } from '../../domain/problem'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Badge } from '../../ui/Badge'
import { Button, buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { FirstCall } from './FirstCall'
import { KeyDetail } from './KeyDetail'
import { type KeyContent, KeyForm } from './KeyForm'
import { KeyList } from './KeyList'
import {
  changeKey,
  type KeyMade,
  keysQuery,
  makeKey,
  type PartnerKeys,
  revokeKey,
  rotateKey,
  verifyDomains,
} from './keys'
import { SecretCard } from './SecretCard'

/** What the page shows besides the list: nothing, the form of a new key, or one key and perhaps its form. */
type View = { at: 'list' } | { at: 'new' } | { at: 'key'; id: string; edits: boolean }

/** The API keys of the profile: list, new, one key. `back` links to the profile page. */
export default function KeysPage({ back }: { back: ReactNode }) {
  const [view, setView] = useState<View>({ at: 'list' })
  const asked = useQuery(keysQuery)
  const add =
    view.at === 'list' && asked.data ? (
      <Button small onClick={() => setView({ at: 'new' })}>
        <Plus size={18} />
        <Trans>New key</Trans>
      </Button>
    ) : null
  return (
    <Page title={<Trans>API keys</Trans>} back={back} actions={add}>
      <QueryCard asked={asked} rows={3}>
        {(data) => <Keys data={data} view={view} onView={setView} />}
      </QueryCard>
    </Page>
  )
}

type KeysProps = { data: PartnerKeys; view: View; onView: (view: View) => void }

function Keys({ data, view, onView }: KeysProps) {
  const queries = useQueryClient()
  const [made, setMade] = useState<KeyMade>()
  const after = () => queries.invalidateQueries({ queryKey: keysQuery.queryKey })
  const words = (error: unknown) => (problemCode(error) === 'AUTH_2FA_REQUIRED' ? undefined : errorText(error))
  const change = useChange(words, after)
  const list = () => onView({ at: 'list' })
  const opened = view.at === 'key' ? data.data.find(({ id }) => id === view.id) : undefined
  const create = async (content: KeyContent) => {
    setMade(await makeKey(content))
    await after()
    list()
  }
  const save = async (id: string, { name, addresses, scopes, domains, signing_key }: KeyContent) => {
    const signing = signing_key === undefined ? {} : { signing_key }
    await changeKey(id, { name, addresses, scopes, domains, ...signing })
    await after()
    onView({ at: 'key', id, edits: false })
  }
  const rotate = (id: string, hours: number) =>
    void change.run('rotate', async () => setMade(await rotateKey(id, hours)))
  const revoke = (id: string) => void change.run('revoke', () => revokeKey(id))
  return (
    <Columns side={<Side />}>
      {made ? (
        <SecretCard
          name={made.key.name}
          secret={made.secret}
          signingSecret={made.signing_secret}
          onDone={() => setMade(undefined)}
        >
          <Trans>Store it in your secret manager now. We keep only its hash, so we cannot show it again.</Trans>
        </SecretCard>
      ) : null}
      {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
      {view.at === 'new' ? <KeyForm scopes={data.scopes} onSave={create} onCancel={list} /> : null}
      {opened && view.at === 'key' && view.edits ? (
        <KeyForm
          of={opened}
          scopes={data.scopes}
          onSave={(content) => save(opened.id, content)}
          onCancel={() => onView({ ...view, edits: false })}
        />
      ) : null}
      {opened && view.at === 'key' && !view.edits ? (
        <>
          <KeyDetail
            of={opened}
            busy={change.busy}
            onEdit={() => onView({ ...view, edits: true })}
            onRotate={(hours) => rotate(opened.id, hours)}
            onRevoke={() => revoke(opened.id)}
            onVerify={() => void change.run('verify', () => verifyDomains(opened.id))}
          />
          <Button variant="text" onClick={list}>
            <Trans>All keys</Trans>
          </Button>
        </>
      ) : null}
      {view.at === 'list' || (view.at === 'key' && !opened) ? (
        <KeyList keys={data.data} onOpen={(id) => onView({ at: 'key', id, edits: false })} />
      ) : null}
      {data.data.some(({ test }) => test) ? (
        <p className="px-1 text-[13px] text-muted">
          <Badge tone="wait">
            <Trans>Test keys</Trans>
          </Badge>{' '}
          <Trans>This is a sandbox: its keys begin with sk_test_ and move no real money.</Trans>
        </p>
      ) : null}
    </Columns>
  )
}

function Side() {
  return (
    <>
      <FirstCall />
      <Card title={<Trans>API reference</Trans>}>
        <p className="mb-2 text-[14px] text-muted">
          <Trans>Every operation with its fields, a command to copy, and a test key’s answer.</Trans>
        </p>
        <Link to="/profile/$page" params={{ page: 'api-reference' }} className={buttonClass('text', '-ml-2')}>
          <Trans>Open the reference</Trans>
        </Link>
      </Card>
      <Card title={<Trans>Keep secrets secret</Trans>}>
        <p className="text-[14px] text-muted">
          <Trans>
            A secret key belongs on your server, never in a page or an app. Give each program its own key, with only the
            permissions that it needs, and the addresses of your servers.
          </Trans>
        </p>
      </Card>
    </>
  )
}
