import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The real server with a separate data folder, started like `agio up` for a new installation. */
export type Server = { url: string; data: string; stop: () => Promise<void> }

/** The binary under test: AGIO_BIN, or the latest one in cargo's target folders. */
export function binary(): string {
  const targets = [process.env.CARGO_TARGET_DIR, resolve('..', 'target'), join(homedir(), '.cache/agio/target')]
  const candidates = [
    process.env.AGIO_BIN,
    ...targets.flatMap((dir) => (dir ? [join(dir, 'release/agio'), join(dir, 'debug/agio')] : [])),
  ]
  const found = candidates.find((path) => path && existsSync(path))
  if (!found) throw new Error('no agio binary: run `make build`, or name one in AGIO_BIN')
  return found
}

export async function startServer(port: number, environment: Record<string, string> = {}): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'agio-e2e-'))
  const output: string[] = []
  const child = spawn(binary(), ['up', '--data', data, '--port', String(port)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output.push(chunk.toString())
      if (process.env.AGIO_E2E_LOG) process.stderr.write(chunk)
    })
  }
  const url = `http://localhost:${port}`
  await ready(`${url}/readyz`, child, output)
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGINT')
    await ended
    // Whatever the journeys did, the books add up. A false balance fails the run.
    execFileSync(binary(), ['verify', '--data', data], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await rm(data, { recursive: true, force: true })
  }
  return { url, data, stop }
}

async function ready(url: string, child: ChildProcess, output: string[]): Promise<void> {
  const words = () => output.join('').slice(-4000)
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error(`agio up ended with code ${child.exitCode}:\n${words()}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  child.kill('SIGINT')
  throw new Error(`agio up did not become ready within 60 s:\n${words()}`)
}
