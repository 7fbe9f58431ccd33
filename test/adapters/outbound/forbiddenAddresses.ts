/** Where nobody may send the service, by what it is. Most are hosts; what has a scheme is a whole URL. */
export const forbiddenAddresses: Readonly<Record<string, ReadonlyArray<string>>> = {
  "this machine": ["127.0.0.1", "127.0.0.0", "127.0.0.53", "127.1.2.3", "127.255.255.254", "127.255.255.255", "[::1]"],
  "this machine in short IPv4": ["127.1", "127.0.1", "127.65535", "127.0.257", "127.16777215"],
  "this machine in decimal": ["2130706433", "2130706434", "2147483647"],
  "this machine in hexadecimal": [
    "0x7f000001",
    "0x7F.1",
    "0x7f.0.0.1",
    "0x7f.0x0.0x0.0x1",
    "0x7f.0x000001",
    "0X7F000001"
  ],
  "this machine in octal": ["0177.0.0.1", "017700000001", "0177.1", "00000177.0.0.1", "0177.0.0.01", "0177.0000.0.1"],
  "this machine in mixed bases": ["0x7f.0.0.01", "0177.0x0.0.1", "127.0x1", "0x7f.1", "127.0.0.0x1", "127.00.00.01"],
  "this machine with a dot at its end": ["127.0.0.1.", "127.1.", "2130706433.", "0x7f000001."],
  "this machine in other digits and dots": [
    ...["１２７.0.0.1", "１２７。０。０。１", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "①②⑦.⓪.⓪.①", "①27.0.0.1"],
    ...["𝟏𝟐𝟕.𝟎.𝟎.𝟏", "１２７．１", "０x７f.１", "²¹³0706433"]
  ],
  "this machine, percent-encoded": ["%31%32%37.0.0.1", "127%2e0%2e0%2e1", "%6c%6f%63%61%6c%68%6f%73%74", "127.0.0.%31"],
  "this machine by name": [
    ...[
      "localhost",
      "LOCALHOST",
      "LocalHost",
      "localhost.",
      "a.localhost",
      "a.b.localhost",
      "x.localhost.",
      "ｌｏｃａｌｈｏｓｔ"
    ],
    ...[
      "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
      "loc\u00adalhost",
      "localhost.localdomain",
      "localhost6.localdomain6",
      "ip6-localhost",
      "ip6-loopback"
    ]
  ],
  "no address": [
    "0.0.0.0",
    "0",
    "0.0",
    "00.00.00.00",
    "0x0",
    "0.0.0.1",
    "0.255.255.255",
    "[::]",
    "[0::0]",
    "[0:0:0:0:0:0:0:0]"
  ],
  "private IPv4": [
    ...["10.0.0.0", "10.0.0.1", "10.255.255.255", "10.1", "012.0.0.1", "0xa.0.0.1", "167772161", "0x0a000001"],
    ...["172.16.0.0", "172.16.0.1", "172.31.255.255", "2886729729", "0254.020.0.1", "0xac.0x10.1"],
    ...["192.168.0.0", "192.168.0.1", "192.168.255.255", "192.168.257", "3232235521", "0300.0250.0.1", "0xc0.0xa8.0.1"]
  ],
  "link-local, with the metadata of clouds": [
    ...[
      "169.254.0.0",
      "169.254.0.1",
      "169.254.0.23",
      "169.254.169.254",
      "169.254.170.2",
      "169.254.169.123",
      "169.254.255.255"
    ],
    ...["169.254.43518", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "0xa9.0xfe.0xa9.0xfe", "169.254.169.254."],
    ...["１６９.254.169.254", "[::ffff:169.254.169.254]", "[fd00:ec2::254]", "[fd20:ce::254]", "[fe80::a9fe:a9fe]"]
  ],
  "metadata elsewhere": ["100.100.100.200", "192.0.0.192", "168.63.129.16", "2822734096", "0xa83f8110"],
  "metadata by name": [
    "metadata",
    "metadata.google.internal",
    "metadata.google.internal.",
    "instance-data",
    "metadata.local"
  ],
  "shared address space (CGNAT)": ["100.64.0.0", "100.64.0.1", "100.127.255.255", "1681915905"],
  "protocol assignments": [
    "192.0.0.0",
    "192.0.0.1",
    "192.0.0.8",
    "192.0.0.9",
    "192.0.0.170",
    "192.0.0.171",
    "192.0.0.255"
  ],
  documentation: [
    "192.0.2.0",
    "192.0.2.1",
    "198.51.100.7",
    "203.0.113.7",
    "203.0.113.255",
    "[2001:db8::1]",
    "[3fff::1]",
    "[3fff:fff::1]"
  ],
  benchmarking: ["198.18.0.0", "198.18.0.1", "198.19.255.255", "[2001:2::1]", "[2001:2:0:ffff::]"],
  "AS112 and 6to4 relays": ["192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1", "[2620:4f:8000::1]"],
  multicast: [
    "224.0.0.0",
    "224.0.0.1",
    "224.0.0.251",
    "232.0.0.1",
    "239.255.255.250",
    "239.255.255.255",
    "[ff02::1]",
    "[ff0e::1]",
    "[ff01::fb]"
  ],
  "reserved and broadcast": [
    "240.0.0.0",
    "240.0.0.1",
    "250.1.2.3",
    "255.255.255.254",
    "255.255.255.255",
    "4294967295",
    "0xffffffff"
  ],
  "IPv6 loopback in other words": [
    "[0:0:0:0:0:0:0:1]",
    "[0000:0000:0000:0000:0000:0000:0000:0001]",
    "[::0:1]",
    "[0::1]",
    "[::0.0.0.1]"
  ],
  "IPv4 in IPv6": [
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:0a00:1]", "[::FFFF:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:0001]"],
    ...[
      "[::ffff:192.168.0.1]",
      "[::ffff:8.8.8.8]",
      "[::127.0.0.1]",
      "[::7f00:1]",
      "[::8.8.8.8]",
      "[::ffff:0:127.0.0.1]"
    ]
  ],
  "translated (NAT64)": [
    "[64:ff9b::7f00:1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::8.8.8.8]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[64:ff9b:1:ffff::a00:1]"
  ],
  "6to4": ["[2002:7f00:1::]", "[2002:a00:1::1]", "[2002:c0a8:1::1]", "[2002:a9fe:a9fe::1]", "[2002:808:808::1]"],
  "Teredo, ORCHID and other protocols": [
    "[2001::1]",
    "[2001:0:7f00:1::]",
    "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
    "[2001:1::1]",
    "[2001:10::1]",
    "[2001:20::1]",
    "[2001:30::1]",
    "[2001:1ff::1]"
  ],
  "unique local": ["[fc00::]", "[fc00::1]", "[fd00::1]", "[fd12:3456:789a::1]", "[fdff:ffff::1]"],
  "link-local and site-local IPv6": [
    "[fe80::]",
    "[fe80::1]",
    "[febf::1]",
    "[fec0::1]",
    "[feff::1]",
    "[fe80::1%25eth0]",
    "[fe80::1%eth0]",
    "[::1%25lo]"
  ],
  "not given out": [
    "[100::1]",
    "[100:0:0:1::1]",
    "[200::1]",
    "[400::1]",
    "[1000::1]",
    "[4000::1]",
    "[5f00::1]",
    "[8000::1]",
    "[c000::1]",
    "[f000::1]"
  ],
  "names of nobody's network": [
    ...["intranet", "router", "db", "kubernetes.default.svc", "kubernetes.default.svc.cluster.local", "redis.internal"],
    ...[
      "printer.local",
      "nas.lan",
      "gateway.home",
      "router.home.arpa",
      "mail.corp",
      "wiki.intranet",
      "pds.test",
      "x.example"
    ],
    ...[
      "x.invalid",
      "hidden.onion",
      "1.0.0.127.in-addr.arpa",
      "host.docker.internal",
      "ＰＤＳ.ＴＥＳＴ",
      "pds.example.com."
    ]
  ],
  "user information": [
    ...[
      "https://user@example.com/",
      "https://user:secret@example.com/",
      "https://:secret@example.com/",
      "https://@127.0.0.1/"
    ],
    ...[
      "https://example.com@127.0.0.1/",
      "https://example.com%40@10.0.0.1/",
      "https://example.com:443@169.254.169.254/"
    ],
    ...[
      "https://127.0.0.1\\@example.com/",
      "https://example.com#@127.0.0.1@127.0.0.1/".replace("#", "%23"),
      "https:127.0.0.1"
    ]
  ],
  "other schemes": [
    ...[
      "http://example.com/",
      "HTTP://example.com/",
      "ftp://example.com/",
      "file:///etc/passwd",
      "data:text/plain,x",
      "gopher://example.com/"
    ],
    ...[
      "javascript:alert(1)",
      "ws://example.com/",
      "wss://example.com/",
      "blob:https://example.com/x",
      "unix:/var/run/docker.sock",
      "about:blank"
    ]
  ],
  "other spellings of a URL": [
    "https:///127.0.0.1/",
    "https:/\\127.0.0.1/",
    " https://127.0.0.1/",
    "https://127.0.0.1:443/",
    "https:\\\\127.0.0.1",
    "ht\ntps://127.0.0.1/",
    "//127.0.0.1/"
  ],
  "no URL": [
    "https://",
    "https://[::1",
    "https://[::g]/",
    "https://256.256.256.256/",
    "https://1.2.3.4.5/",
    "https://127.0.0.1.256/",
    "https://exa mple.com/",
    "https://a..b.example.com:99999/",
    ""
  ],
  "closed ports": [
    ...[
      "example.com:0",
      "example.com:1",
      "example.com:21",
      "example.com:22",
      "example.com:25",
      "example.com:53",
      "example.com:80"
    ],
    ...[
      "example.com:389",
      "example.com:445",
      "example.com:465",
      "example.com:636",
      "example.com:993",
      "example.com:1023"
    ],
    ...[
      "example.com:2049",
      "example.com:2375",
      "example.com:3306",
      "example.com:5060",
      "example.com:5432",
      "example.com:6000"
    ],
    ...[
      "example.com:6379",
      "example.com:6443",
      "example.com:6667",
      "example.com:9200",
      "example.com:10250",
      "example.com:11211"
    ],
    ...["8.8.8.8:22", "[2606:4700:4700::1111]:25"]
  ]
};

/** Names whose addresses, as a resolver gives them, forbid them. */
export const forbiddenAnswers: Readonly<Record<string, ReadonlyArray<string>>> = {
  nothing: [],
  "this machine": ["127.0.0.1"],
  "this machine by IPv6": ["::1"],
  "a private address": ["10.0.0.1"],
  "a public address, and a private one": ["93.184.216.34", "10.0.0.1"],
  "a private address, and a public one": ["192.168.1.1", "93.184.216.34"],
  "many public addresses, and the metadata of a cloud": ["1.1.1.1", "8.8.8.8", "9.9.9.9", "169.254.169.254"],
  "a public IPv4 and a local IPv6 address": ["93.184.216.34", "fd00::1"],
  "a public IPv6 and a local IPv6 address": ["2606:2800:220:1::", "fe80::1"],
  "a local IPv6 address with its zone": ["fe80::1%eth0"],
  "a mapped address": ["::ffff:127.0.0.1"],
  "a translated address": ["64:ff9b::7f00:1"],
  "a 6to4 address": ["2002:7f00:1::"],
  "a shared address": ["100.64.0.1"],
  "no address at all": ["not an address"],
  "the address of nowhere": ["0.0.0.0"],
  everybody: ["255.255.255.255"],
  "what only Azure knows": ["168.63.129.16"]
};

/** Public addresses and names, which the rules above must let through. */
export const publicAddresses: ReadonlyArray<string> = [
  ...[
    "https://example.com/",
    "https://example.com:443/",
    "https://example.com:8443/x",
    "https://pds.example.co.uk:3000/"
  ],
  ...["https://bsky.social/", "https://xn--bcher-kva.example.org/", "https://bücher.example.org/", "https://1.1.1.1/"],
  ...[
    "https://8.8.8.8:2583/",
    "https://[2606:4700:4700::1111]/",
    "https://[2a00:1450::1]:8443/",
    "https://localhost.example.com/"
  ],
  ...[
    "https://127.0.0.1.example.com/",
    "https://internal.example.com/",
    "https://168.63.129.17/",
    "https://100.128.0.1/"
  ],
  ...[
    "https://172.32.0.1/",
    "https://11.0.0.1/",
    "https://223.255.255.255/",
    "https://[2001:200::1]/",
    "https://[3ffe::1]/"
  ]
];
