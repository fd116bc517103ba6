import { useEffect, useRef } from 'react'
import { host } from '../../host/adapter'
import { Button } from '../../ui/Button'
import { GoWords } from './GoWords'
import { type LaunchProps, linkOf } from './launch'

/** POST: the browser sends a form to a page, in place of the whole page. A host that keeps its page opens a window. */
export function FormLaunch({ launch, service, follow = false }: LaunchProps) {
  const form = useRef<HTMLFormElement>(null)
  const url = linkOf(launch.url)
  useEffect(() => {
    // A new window opens only by a click.
    if (follow && !host.leave) form.current?.submit()
  }, [follow])
  if (!url) return null
  return (
    <form ref={form} method="post" action={url} target={host.leave ? '_blank' : '_top'} className="grid">
      {launch.fields?.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">
        <GoWords service={service} />
      </Button>
    </form>
  )
}
