import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { chooseProfile } from '../../api/chosenProfile'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { refreshWho } from '../../api/session'
import { tokens } from '../../api/tokens'
import { moneyText } from '../../i18n/format'
import { QueryCard } from '../../domain/QueryCard'
import { type Outcome, useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { TextField } from '../../ui/TextField'
import { NAME_CHARS_MAX, ProfileRow } from './ProfileRow'
import { profiles, profilesQuery } from './queries'

/** The customer's profiles: list, switch and add. `back` links to the profile page. */
export default function ProfilesPage({ back, home }: { back: ReactNode; home: string }) {
  return (
    <Page title={<Trans>Profiles</Trans>} back={back}>
      <Profiles home={home} />
    </Page>
  )
}

function Profiles({ home }: { home: string }) {
  const asked = useQuery(profilesQuery)
  const change = useProfileChange()
  return (
    <QueryCard asked={asked} rows={2}>
      {({ data, open_max }) => (
        <>
          {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
          <Columns
            side={
              <Add
                busy={change.busy === 'add'}
                most={data.filter((one) => one.state === 'open').length >= open_max ? open_max : undefined}
                onAdd={(name) => change.run('add', () => profiles.add(name))}
              />
            }
          >
            <p className="text-muted">
              <Trans>
                Each profile has balances, orders and payees of its own. Limits and verification are yours, whichever
                profile you use.
              </Trans>
            </p>
            <Card tight>
              <ul className="grid divide-y divide-line/60">
                {data.map((one) => (
                  <ProfileRow
                    key={one.id}
                    profile={one}
                    isCurrent={one.id === tokens.profile()}
                    busy={change.busy === one.id}
                    onUse={() => chooseProfile(one.id, home)}
                    onRename={(name) => change.attempt(one.id, () => profiles.rename(one.id, name))}
                    onClose={() => change.run(one.id, () => profiles.close(one.id))}
                    onReopen={() => change.run(one.id, () => profiles.reopen(one.id))}
                  />
                ))}
              </ul>
            </Card>
          </Columns>
        </>
      )}
    </QueryCard>
  )
}

type AddProps = { busy: boolean; most: number | undefined; onAdd: (name: string) => Promise<Outcome> }

function Add({ busy, most, onAdd }: AddProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    setMissing(!typed)
    if (typed && !busy) void onAdd(typed).then(({ done }) => done && setName(''))
  }
  return (
    <Card title={<Trans>Another profile</Trans>}>
      <form className="grid gap-3" noValidate onSubmit={add}>
        <TextField
          label={<Trans context="of a thing">Name</Trans>}
          value={name}
          onChange={setName}
          maxLength={NAME_CHARS_MAX}
          autoComplete="off"
          error={missing ? t`Give it a name` : undefined}
        />
        <Button
          type="submit"
          variant="quiet"
          busy={busy}
          disabledReason={most ? <Trans>You can have at most {most} open profiles. Close one first.</Trans> : undefined}
        >
          <Trans>Add a profile</Trans>
        </Button>
      </form>
    </Card>
  )
}

type InTheWay = { balances?: { currency: string; posted: string }[]; transactions?: { reference: string }[] }

/** Refetches the list and the user afterwards, because the profile switch appears with the second profile. */
function useProfileChange() {
  const words = useWords()
  const queries = useQueryClient()
  return useChange(words, () => {
    refreshWho()
    return queries.invalidateQueries({ queryKey: profilesQuery.queryKey })
  })
}

/** The error text, which names what prevents a closure. */
function useWords(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  return (error) => {
    if (!isApiError(error) || error.status !== 409) return errorText(error)
    const { balances = [], transactions = [] } = error.meta as InTheWay
    const money = balances
      .map(({ currency, posted }) => moneyText({ amount: posted, currency }, i18n.locale))
      .join(', ')
    if (money) return t`It can be closed once it is empty. Left on it: ${money}`
    const orders = transactions.map(({ reference }) => reference).join(', ')
    return orders ? t`It can be closed once nothing is in progress. Not finished: ${orders}` : errorText(error)
  }
}
