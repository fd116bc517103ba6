import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mail server that keeps what it gets, for tenants with real customers: only a sandbox shows its mails. */
export type Mailbox = { url: string; code: (email: string) => Promise<string>; stop: () => Promise<void> }

type Mail = { to: string; text: string }

export async function startMailbox(): Promise<Mailbox> {
  const mails: Mail[] = []
  const waiting = new Set<() => void>()
  const server = createServer((socket) =>
    receive(socket, (mail) => {
      mails.push(mail)
      for (const look of waiting) look()
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    code: (email) =>
      new Promise((done) => {
        const look = () => {
          const mail = mails.findLast(({ to }) => to === email)
          const code = mail && /\b\d{6}\b/.exec(mail.text)?.[0]
          if (!code) return
          waiting.delete(look)
          done(code)
        }
        waiting.add(look)
        look()
      }),
    stop: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

/** Speaks as much SMTP (RFC 5321) as one client needs that sends plain mails. */
function receive(socket: Socket, onMail: (mail: Mail) => void): void {
  let buffer = ''
  let to = ''
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (verb === 'DATA') isData = true
    say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
    if (verb === 'QUIT') socket.end()
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1')
    for (;;) {
      const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
      if (end < 0) return
      const part = buffer.slice(0, end)
      buffer = buffer.slice(end + (isData ? 5 : 2))
      if (!isData) {
        hear(part)
        continue
      }
      isData = false
      onMail({ to, text: textOf(part) })
      say('250 kept')
    }
  })
  say('220 mailbox')
}

/** The text of a mail, without its headers; parts in base64 are decoded. */
function textOf(mail: string): string {
  const [, ...parts] = mail.split('\r\n\r\n')
  const plain = parts.join('\n')
  const decoded = plain.replaceAll(/(?:[A-Za-z0-9+/]{60,}={0,2}\s*)+/g, (block) =>
    Buffer.from(block, 'base64').toString('utf8'),
  )
  return decoded.replaceAll(/=\r?\n/g, '')
}
