// Stores and reads readings with ElectroDB: "put N" or "query N" a line, answered by the nanoseconds it took and used.
import { createInterface } from "node:readline";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import electrodb from "electrodb";

const [endpoint, underWay] = process.argv.slice(2);
const FIRST = Date.parse("2026-03-11T14:00:00Z");
const NOW = Date.parse("2026-04-20T14:00:00Z");
const KEEP_SECONDS = 90 * 24 * 60 * 60;

const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  }),
);

const number = { type: "number", required: true };
const text = { type: "string", required: true };
const key = (field, composite, template) => ({ field, composite: [composite], template, casing: "none" });
const readings = new electrodb.Entity(
  {
    model: { entity: "reading", version: "1", service: "telemetry" },
    attributes: { deviceId: text, at: text, temperature: number, humidity: number, battery: number, ttl: number },
    indexes: {
      primary: {
        pk: key("pk", "deviceId", "DEVICE#${deviceId}"),
        sk: key("sk", "at", "READING#${at}"),
      },
    },
  },
  { client, table: "telemetry" },
);

const clock = (millis) => new Date(millis).toISOString();

async function put(n) {
  const millis = FIRST + n * 1000;
  await readings
    .create({
      deviceId: "device-2",
      at: clock(millis),
      temperature: (((n * 7) % 600) - 200) / 10 + 0.05,
      humidity: ((n * 13) % 1000) / 10 + 0.05,
      battery: n % 101,
      ttl: millis / 1000 + KEEP_SECONDS,
    })
    .go();
}

async function query() {
  const page = await readings.query
    .primary({ deviceId: "device-0" })
    .between({ at: clock(FIRST) }, { at: clock(NOW - 1) })
    .go({ limit: 1000 });
  if (page.data.length !== 1000 || page.data[999].battery !== 999 % 101 || page.cursor === null) {
    throw new Error(`${page.data.length} readings came, cursor ${page.cursor}`);
  }
}

async function run(work, count) {
  let next = 0;
  const chain = async () => {
    while (next < count) {
      await work(next++);
    }
  };
  await Promise.all(Array.from({ length: Number(underWay) }, chain));
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, count] = line.split(" ");
  const start = process.hrtime.bigint();
  const used = process.cpuUsage();
  await run(verb === "put" ? put : query, Number(count));
  const { user, system } = process.cpuUsage(used);
  console.log(`${process.hrtime.bigint() - start} ${(user + system) * 1000}`);
}
