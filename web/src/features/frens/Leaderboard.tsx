import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useProblemWords } from '../../domain/useProblemWords'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { TextField } from '../../ui/TextField'
import { type Place, referralQuery, setNickname } from './queries'

type LeaderboardProps = { nickname: string | undefined; places: readonly Place[] }

/** The leaderboard, which only those see who are on it. A person joins under a chosen name, and can leave. */
export function Leaderboard({ nickname, places }: LeaderboardProps) {
  return (
    <Card title={<Trans>Leaderboard</Trans>}>{nickname === undefined ? <Join /> : <Places places={places} />}</Card>
  )
}

function useChange() {
  const queries = useQueryClient()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = async (nickname: string | undefined) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await setNickname(nickname)
      await queries.invalidateQueries({ queryKey: referralQuery.queryKey })
    } catch (error) {
      setProblem(words(error))
    } finally {
      setBusy(false)
    }
  }
  return { change, busy, problem, clear: () => setProblem(undefined) }
}

function Join() {
  const { t } = useLingui()
  const { change, busy, problem, clear } = useChange()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void change(name)
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      <p className="text-[14px] text-muted">
        <Trans>
          Others on it see the name that you choose and how many of your friends have ordered, and nothing else. You can
          leave at any time.
        </Trans>
      </p>
      <TextField
        label={t`Name on the leaderboard`}
        value={name}
        onChange={(text) => {
          clear()
          setName(text)
        }}
        error={problem}
        maxLength={24}
        autoComplete="off"
      />
      <Button type="submit" variant="quiet" busy={busy}>
        <Trans>Join the leaderboard</Trans>
      </Button>
    </form>
  )
}

function Places({ places }: { places: readonly Place[] }) {
  const { change, busy, problem } = useChange()
  return (
    <div className="grid gap-3">
      <ol className="grid gap-1">
        {places.map((place) => (
          <li
            key={place.nickname}
            className={`flex items-center gap-3 rounded-control px-2 py-2 ${place.is_own ? 'bg-brand-soft' : ''}`}
          >
            <span className="text-right font-semibold tabular-nums text-muted">{place.rank}</span>
            <span className="min-w-0 flex-1 truncate font-semibold">{place.nickname}</span>
            <span className="text-[13px] text-muted">
              <Plural value={place.friends} one="# friend" other="# friends" />
            </span>
          </li>
        ))}
      </ol>
      {problem ? (
        <p role="alert" className="text-[13px] text-bad">
          {problem}
        </p>
      ) : null}
      <Button variant="text" busy={busy} onClick={() => void change(undefined)}>
        <Trans>Leave the leaderboard</Trans>
      </Button>
    </div>
  )
}
