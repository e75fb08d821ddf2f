package dev.varve.server.channel.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "127.0.0.1",
                "127.255.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.168.0.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12:3456::1",
                "ff02::1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "64:ff9b::10.0.0.1",
                "64:ff9b:1::1",
                "2002:7f00:1::",
                "2002:a00:1::",
                "2001::1",
                "2001:db8::1"
            })
    void privateAddressIsRefused(String address) throws UnknownHostException {
        assertThat(AddressGuard.isPublic(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "172.15.0.1",
                "172.32.0.1",
                "100.63.0.1",
                "100.128.0.1",
                "192.167.0.1",
                "2606:4700::1111",
                "2a00:1450:4001::1",
                "64:ff9b::8.8.8.8",
                "2002:808:808::1"
            })
    void publicAddressIsAllowed(String address) throws UnknownHostException {
        assertThat(AddressGuard.isPublic(InetAddress.getByName(address))).isTrue();
    }

    @Test
    void messageNamesTheOption() {
        assertThat(BlockedAddress.text("localhost")).contains("localhost", "--allow-private-channels");
    }
}
